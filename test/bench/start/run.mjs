// npm run bench:start: how long a fresh process takes until its VAD is ready, and a server until a session is.
// `--against DIR`: beside an earlier commit.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { AGAINST, checkoutsOf, ratioOf } from '../checkouts.mjs';

const PROCESSES = 20;
const REQUESTS = 200;
const READY_MS = 90;
const CREATED_MS = 10;

const node = [];
const checkouts = checkoutsOf(parseArgs({ options: AGAINST }).values);
const results = checkouts.map(({ dir }) => ({ dir, ready: [], readyWithRxjs: [], created: [] }));
for (let n = 0; n < PROCESSES; n++) {
  node.push(timed(() => execFileSync(process.execPath, ['-e', '0'])));
  for (const { dir, ready, readyWithRxjs } of results) {
    ready.push(printed(dir, 'firstScore.mjs'));
    readyWithRxjs.push(printed(dir, 'firstScoreWithRxjs.mjs'));
  }
}
for (const { dir, created } of results) created.push(...(await createSessions(dir)));

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
console.log('| | p50, ms | p95, ms | target p50, ms | | |\n|---|---|---|---|---|---|');
row('node alone', [node]);
row('import to first score', values('ready'), READY_MS);
row('the same with an import of rxjs', values('readyWithRxjs'));
row('POST /v1/sessions', values('created'), CREATED_MS);

function values(name) {
  return results.map((result) => result[name]);
}

/** Ends each session before the next begins. */
async function createSessions(dir) {
  const server = fork(pathOf(dir, 'server.mjs'));
  const [url] = await once(server, 'message');
  const waits = [];
  for (let n = 0; n < REQUESTS; n++) {
    const began = performance.now();
    const response = await fetch(`${url}/v1/sessions`, { method: 'POST' });
    waits.push(performance.now() - began);
    if (response.status !== 201) throw new Error(`expected 201, got ${response.status}: ${await response.text()}`);
    const { id } = await response.json();
    await fetch(`${url}/v1/sessions/${id}`, { method: 'DELETE' });
  }
  server.send('end');
  await once(server, 'exit');
  return waits;
}

function printed(dir, script) {
  return Number(execFileSync(process.execPath, [pathOf(dir, script)], { encoding: 'utf8' }));
}

function timed(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Prints what each checkout has taken. */
function row(name, byCheckout, target) {
  const medians = [];
  for (const [n, each] of byCheckout.entries()) {
    const sorted = each.toSorted((a, b) => a - b);
    const [p50, p95] = [0.5, 0.95].map((q) => sorted[Math.floor(q * (sorted.length - 1))]);
    medians.push(p50);
    const verdict = target === undefined ? '' : p50 < target ? 'met' : 'missed';
    const label = byCheckout.length > 1 ? `${name}, ${checkouts[n].name}` : name;
    console.log(`| ${[label, p50.toFixed(1), p95.toFixed(1), target ?? '', verdict, ratioOf(medians)].join(' | ')} |`);
  }
}

function pathOf(dir, script) {
  return join(dir, 'test/bench/start', script);
}
