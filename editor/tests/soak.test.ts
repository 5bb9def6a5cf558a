// Scripted edits for as long as SINEW_SOAK says (seconds; `make soak`: an hour, `make test`: a minute): what the page holds
// after a forced collection at the end is within a tenth of what it held after the first tenth of the time. The minute
// counts what was allocated and not the code that the browser goes on compiling all the while; `make soak`
// (SINEW_SOAK_JUDGE) judges the whole heap too, and times of frames: a test does not pass or fail by the clock.
import { afterAll, describe, expect, it } from 'vitest';
import { endBrowser, open, standsStill } from './support/page';
import { forget, serve } from './support/server';

const SECONDS = Number(process.env.SINEW_SOAK ?? 60);
const server = await serve();
const opened = await open(server);
const { page } = opened;
const debug = await page.context().newCDPSession(page);

afterAll(async () => {
  await opened.close();
  await endBrowser();
  await server.end();
  forget(server.folder);
});

interface Reading {
  heap: number; // bytes, of all
  held: number; // bytes, without compiled code
  nodes: number; // of the document
  frame: number; // milliseconds, the median of a drag
}

async function read(): Promise<Reading> {
  await debug.send('HeapProfiler.enable');
  for (let i = 0; i < 3; ++i) await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  const { nodes } = await debug.send('Memory.getDOMCounters');
  return { heap: usedSize, held: await held(), nodes, frame: await dragged() };
}

/** The sizes in a snapshot of the heap, but for code. */
async function held(): Promise<number> {
  const parts: string[] = [];
  const keep = ({ chunk }: { chunk: string }): void => void parts.push(chunk);
  debug.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  debug.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { nodes, snapshot: { meta } } = JSON.parse(parts.join('')) as { nodes: number[]; snapshot: { meta: { node_fields: string[]; node_types: string[][] } } };
  const [type, size] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size')];
  const code = meta.node_types[0]!.indexOf('code');
  let sum = 0;
  for (let i = 0; i < nodes.length; i += meta.node_fields.length) if (nodes[i + type] !== code) sum += nodes[i + size]!;
  return sum;
}

/** Drags a state to and fro and takes it back; the median time between frames meanwhile. */
async function dragged(): Promise<number> {
  // Edits lead elsewhere: back to where the state stands.
  await page.evaluate(() => {
    window.sinew!.view.setState({ place: { layer: 0, machine: [] }, selection: { states: [], transitions: [], groups: [], boxes: [] }, blend: undefined, dialog: undefined });
    window.sinew!.perform('view.fit');
  });
  await standsStill(page);
  const box = (await page.locator('[data-part="state"][data-name="Move"]').first().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(() => {
    const times: number[] = ((window as unknown as { times: number[] }).times = []);
    let last = performance.now();
    const tick = (now: number): void => {
      times.push(now - last);
      last = now;
      if (times.length < 5000 && !(window as unknown as { stop?: boolean }).stop) requestAnimationFrame(tick);
    };
    (window as unknown as { stop?: boolean }).stop = false;
    requestAnimationFrame(tick);
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 40; ++i) await page.mouse.move(x + 2 * i, y + i);
  await page.mouse.up();
  await page.evaluate(() => window.sinew!.perform('edit.undo'));
  return page.evaluate(() => {
    (window as unknown as { stop?: boolean }).stop = true;
    const times = (window as unknown as { times: number[] }).times.slice(2).sort((a, b) => a - b);
    return times[times.length >> 1] ?? 0;
  });
}

/** Edits for so many seconds; each is taken back, so that the document, and what it may hold, stays as large. */
function edit(seconds: number, seed: number): Promise<number> {
  return page.evaluate(
    async ({ seconds, seed }) => {
      let state = seed >>> 0;
      const random = (below: number): number => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      const names = window.sinew!.commands().filter((one) => one.changes === 'document' && !/^edit\./.test(one.name)).map((one) => one.name);
      const until = performance.now() + seconds * 1000;
      let done = 0;
      while (performance.now() < until) {
        const name = names[random(names.length)]!;
        const examples = window.sinew!.examples(name);
        if (examples.length > 0 && window.sinew!.perform(name, examples[random(examples.length)])) {
          ++done;
          await new Promise((next) => setTimeout(next, 20));
          window.sinew!.perform('edit.undo');
        }
        await new Promise((next) => setTimeout(next, 20));
      }
      return done;
    },
    { seconds, seed },
  );
}

/** Every example of every command: what is made at the first use of something is there before anything is measured. */
function warmUp(): Promise<number> {
  return page.evaluate(async () => {
    let done = 0;
    for (const { name, changes } of window.sinew!.commands()) {
      if (changes !== 'document' || name.startsWith('edit.')) continue;
      for (const example of window.sinew!.examples(name)) {
        if (!window.sinew!.perform(name, example)) continue;
        ++done;
        await new Promise((next) => setTimeout(next, 20));
        window.sinew!.perform('edit.undo');
        await new Promise((next) => setTimeout(next, 20));
      }
    }
    return done;
  });
}

describe('edits for a while', () => {
  it(`${SECONDS} s leave memory as it was`, { timeout: (SECONDS * 1.5 + 600) * 1000 }, async () => {
    const before = await page.evaluate(() => window.sinew!.text());
    let done = (await warmUp()) + (await warmUp());
    expect(done).toBeGreaterThan(200);
    done += await edit(SECONDS / 10, 1);
    const first = await read();
    let told = Date.now();
    for (let i = 0; i < 9; ++i) {
      done += await edit(SECONDS / 10, i + 2);
      if (Date.now() - told > 60000) {
        told = Date.now();
        console.log(`${i + 2} tenths, ${done} edits`);
      }
    }
    const last = await read();
    const mb = (bytes: number): string => (bytes / 1e6).toFixed(2);
    console.log(`soak: ${SECONDS} s, ${done} edits; heap ${mb(first.heap)} MB after a tenth, ${mb(last.heap)} at the end, `
      + `without code ${mb(first.held)} and ${mb(last.held)}; `
      + `${first.nodes} and ${last.nodes} nodes; frames of a drag ${first.frame.toFixed(1)} and ${last.frame.toFixed(1)} ms`);
    expect(done).toBeGreaterThan(SECONDS);
    expect(await page.evaluate(() => window.sinew!.text())).toBe(before);
    expect(first.held).toBeGreaterThan(1e6);
    expect(last.held).toBeLessThan(first.held * 1.1);
    if (process.env.SINEW_SOAK_JUDGE) {
      expect(last.heap).toBeLessThan(first.heap * 1.1);
      expect(last.frame).toBeLessThan(first.frame * 1.1);
    }
    expect(opened.complaints).toEqual([]);
  });
});
