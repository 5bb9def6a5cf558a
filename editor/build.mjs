// Builds the page: dist/index.html, main.js, main.css and the layout worker, each also as .gz for the server to embed.
//
//   node build.mjs              a build for shipping
//   node build.mjs --dev        with source maps and names
//   node build.mjs --generate   the protocol's types alone
//
// The same sources give the same bytes: no times, no paths, gzip without a name in it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.env.SINEW_EDITOR_DIST ?? join(here, 'dist');
const dev = process.argv.includes('--dev');

function generate() {
  mkdirSync(join(here, 'generated'), { recursive: true });
  execFileSync('python3', [join(here, 'protocol/generate.py'), '--ts', join(here, 'generated/protocol.ts')], { stdio: 'inherit' });
}

// Workers are files of their own, so that the page needs neither blob: nor eval.
function workers() {
  const found = join(here, 'page/canvas/layout.worker.ts');
  return existsSync(found) ? { layout: found } : {};
}

// The notices of every package of which something is in the page.
function licenses(inputs) {
  const names = new Set(Object.keys(inputs).map((path) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
  names.delete(undefined);
  let text = '';
  for (const name of [...names].sort()) {
    const folder = join(here, 'node_modules', name);
    const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => /^(licen[sc]e|notice|copying)/i.test(file)).sort();
    text += `${name} ${about.version} (${about.license ?? 'no license named'})\n\n`;
    for (const file of files) text += `${readFileSync(join(folder, file), 'utf8').trim()}\n\n`;
  }
  writeFileSync(join(out, 'licenses.txt'), text);
}

async function bundle() {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: here,
    entryPoints: { main: join(here, 'page/app/main.tsx'), ...workers() },
    outdir: out,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    minify: !dev,
    sourcemap: dev ? 'linked' : false,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
    loader: { '.svg': 'text' },
    logLevel: 'warning',
  });
  licenses(metafile.inputs);
  for (const name of ['index.html', 'icon.svg']) writeFileSync(join(out, name), readFileSync(join(here, 'page/app', name)));
}

function compress() {
  for (const name of readdirSync(out).sort()) {
    if (name.endsWith('.gz') || name.endsWith('.map') || !statSync(join(out, name)).isFile()) continue;
    const bytes = readFileSync(join(out, name));
    writeFileSync(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

generate();
if (!process.argv.includes('--generate')) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await bundle();
  compress();
}
