// A real `sinew edit` for a test: in a folder of its own, ended with the test.
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');
export const build = resolve(root, process.env.BUILD ?? 'build');
export const sinew = resolve(root, process.env.SINEW ?? join(build, 'sinew'));
const character = join(root, 'examples/character');

export interface Server {
  readonly address: string; // with the token
  readonly port: number;
  readonly token: string;
  readonly folder: string;
  readonly state: string; // where recovery copies lie
  readonly process: ChildProcess;
  said(): string; // all that it printed
  read(name: string): string;
  /** Ends it as Ctrl-C does; its exit status. */
  end(): Promise<number | null>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
}

/** A folder with the hero in it, and a place for recovery copies beside it. */
export function heroFolder(): { folder: string; state: string } {
  const base = mkdtempSync(join(tmpdir(), 'sinew-edit-'));
  const folder = join(base, 'project');
  mkdirSync(folder);
  mkdirSync(join(base, 'state'));
  cpSync(join(character, 'hero.animgraph'), join(folder, 'hero.animgraph'));
  for (const name of ['hero.glb', 'hero.clips.json']) cpSync(join(build, name), join(folder, name));
  return { folder, state: join(base, 'state') };
}

export function forget(folder: string): void {
  rmSync(resolve(folder, '..'), { recursive: true, force: true });
}

export async function serve(
  place = heroFolder(),
  options: { file?: string; args?: string[]; env?: Record<string, string> } = {},
): Promise<Server> {
  const file = options.file ?? 'hero.animgraph';
  const child = spawn(sinew, ['edit', ...(file ? [join(place.folder, file)] : []), '--no-open', ...(options.args ?? [])], {
    cwd: place.folder,
    env: { ...process.env, XDG_STATE_HOME: place.state, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise<number | null>((done) => child.on('exit', (status) => done(status)));
  const address = await new Promise<string>((done, failed) => {
    const late = setTimeout(() => failed(new Error(`sinew edit printed no address in 30 s; it said: ${said}`)), 30000);
    const hear = (bytes: Buffer): void => {
      said += bytes.toString();
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/#\S+/.exec(said);
      if (found) {
        clearTimeout(late);
        done(found[0]);
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then((status) => failed(new Error(`sinew edit ended with ${status}; it said: ${said}`)));
  });
  const url = new URL(address);
  return {
    address,
    port: Number(url.port),
    token: /[0-9a-f]{32}/.exec(url.hash)?.[0] ?? '',
    folder: place.folder,
    state: place.state,
    process: child,
    said: () => said,
    read: (name) => readFileSync(join(place.folder, name), 'utf8'),
    end: async () => {
      child.kill('SIGINT');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
