// npm run bench:studio: a folder of 10,000 recordings, a call of two hours, and what-if of a minute, through the server with
// its threads. `--folder DIR` keeps the recordings for the next run; `--calls N` takes another number.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { writeCalls, writeLongCall } from './recordings.mjs';
import { measureCall, measureTable } from './scroll.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const RECORDINGS = join(ROOT, 'test/recordings');
const { folder = mkdtempSync(join(tmpdir(), 'antiphon-bench-studio-')), calls = '10000' } = parseArgs({
  options: { folder: { type: 'string' }, calls: { type: 'string' } },
}).values;
const CALLS = Number(calls);
const HOURS = 2;
const DRAGS = 20;

const many = join(folder, `calls-${CALLS}`);
const long = join(folder, 'long');
if (!existsSync(many)) writeCalls(many, CALLS);
if (!existsSync(long)) writeLongCall(long, HOURS, join(RECORDINGS, 'first-minute.jsonl'));
const rows = [];

await withStudio(many, async ({ get, memory, startMs }) => {
  rows.push(['start to the address', startMs]);
  const [first, took] = await timed(() => get('/calls?limit=50'));
  rows.push([`first rows of ${first.total}, no cache (${first.indexed} read)`, startMs + took]);
  const beganMs = performance.now();
  while ((await get('/calls?limit=50')).indexed < CALLS) await new Promise((done) => setTimeout(done, 200));
  rows.push(['all of them read', took + performance.now() - beganMs]);
  for (const query of ['', 'wait p95 > 1 s', 'failed', 'table 77', 'cut off'])
    rows.push([`query "${query}"`, (await timed(() => get(`/calls?limit=100&query=${encodeURIComponent(query)}`)))[1]]);
  rows.push(['memory of the process', memory(), 'MB']);
});
await withStudio(many, async ({ get, memory, startMs, address }) => {
  const [{ indexed }, took] = await timed(() => get('/calls?limit=50'));
  rows.push([`first rows on the second start (${indexed} in the cache)`, startMs + took]);
  rows.push(['memory of the process', memory(), 'MB']);
  rows.push(['a frame of scrolling down the table, main thread, p95', await measureTable(address)]);
});
await withStudio(join(long, 'long.jsonl'), async ({ get, startMs }) => {
  const [, took] = await timed(() => get('/call?id=long.jsonl'));
  rows.push([`start with a call of ${HOURS} h, until it is open`, startMs + took]);
});
await withStudio(long, async ({ get, memory }) => {
  const megabytes = Math.round(statSync(join(long, 'long.jsonl')).size / 1e6);
  // As the page does, and then its user.
  await get('/calls?limit=50');
  await new Promise((done) => setTimeout(done, 1000));
  rows.push([`open a call of ${HOURS} h (${megabytes} MB)`, (await timed(() => get('/call?id=long.jsonl')))[1]]);
  rows.push(['open it again', (await timed(() => get('/call?id=long.jsonl')))[1]]);
  rows.push(['a part of 60 s', (await timed(() => get('/part?id=long.jsonl&from=3600000&to=3660000')))[1]]);
  rows.push(['another part', (await timed(() => get('/part?id=long.jsonl&from=600000&to=660000')))[1]]);
  rows.push(['memory of the process', memory(), 'MB']);
});
await withStudio(RECORDINGS, async ({ get, post, address }) => {
  rows.push(['a frame of scrolling along a call, main thread, p95', await measureCall(address, 'concierge.jsonl')]);
  for (const name of ['first-minute', 'concierge']) {
    const run = (delay) => post('/what-if', { id: `${name}.jsonl`, changes: { min_endpointing_delay: delay } });
    rows.push([`what if, first time: ${name}`, (await timed(() => run(0.4)))[1]]);
    const drags = [];
    let latestMs = 0;
    for (let n = 0; n < DRAGS; n += 1) {
      const dragging = timed(() => run(0.3 + n * 0.03));
      latestMs = Math.max(latestMs, (await timed(() => get('/calls?limit=1')))[1]);
      drags.push((await dragging)[1]);
    }
    const sorted = drags.toSorted((a, b) => a - b);
    rows.push([`while dragging, p50: ${name}`, sorted[Math.floor(DRAGS / 2)]]);
    rows.push([`while dragging, longest: ${name}`, sorted.at(-1)]);
    rows.push(['another request meanwhile, longest', latestMs]);
  }
});
if (parseArgs({ options: { folder: { type: 'string' }, calls: { type: 'string' } } }).values.folder === undefined)
  rmSync(folder, { recursive: true });

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
console.log('| | |\n|---|---|');
for (const [name, value, unit = 'ms'] of rows) console.log(`| ${name} | ${Math.round(value)} ${unit} |`);

/** Starts Studio as its users do, on an empty cache that the next start finds. */
async function withStudio(path, use) {
  const beganMs = performance.now();
  const cli = join(ROOT, 'dist/src/cli/antiphon.js');
  mkdirSync(join(folder, 'cache'), { recursive: true });
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), HOME: folder };
  const child = spawn(process.execPath, [cli, 'studio', path, '--no-open'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = await once(createInterface({ input: child.stdout }), 'line');
  const startMs = performance.now() - beganMs;
  const { origin, hash } = new URL(address);
  const headers = { authorization: `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}` };
  const read = async (response) => {
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const get = async (route) => read(await fetch(`${origin}/api${route}`, { headers }));
  const post = async (route, body) => {
    const json = { ...headers, 'content-type': 'application/json' };
    return read(await fetch(`${origin}/api${route}`, { method: 'POST', headers: json, body: JSON.stringify(body) }));
  };
  const memory = () =>
    Number(/VmRSS:\s*(\d+)/u.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  await use({ get, post, memory, startMs, address });
  child.kill('SIGINT');
  await once(child, 'exit');
}

async function timed(work) {
  const beganMs = performance.now();
  const result = await work();
  return [result, performance.now() - beganMs];
}
