// npm run bench:start: how long a fresh process takes until its VAD is ready, and a server until a session is.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const PROCESSES = 20;
const REQUESTS = 200;
const READY_MS = 50;
const CREATED_MS = 10;

const node = [];
const ready = [];
const readyWithRxjs = [];
for (let n = 0; n < PROCESSES; n++) {
  node.push(timed(() => execFileSync(process.execPath, ['-e', '0'])));
  ready.push(printed('firstScore.mjs'));
  readyWithRxjs.push(printed('firstScoreWithRxjs.mjs'));
}
const created = await createSessions();

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
console.log('| | p50, ms | p95, ms | target p50, ms | |\n|---|---|---|---|---|');
row('node alone', node);
row('import to first score', ready, READY_MS);
row('the same with an import of rxjs', readyWithRxjs);
row('POST /v1/sessions', created, CREATED_MS);

/** Ends each session before the next begins. */
async function createSessions() {
  const server = fork(pathOf('server.mjs'));
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

function printed(script) {
  return Number(execFileSync(process.execPath, [pathOf(script)], { encoding: 'utf8' }));
}

function timed(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function row(name, values, target) {
  const sorted = values.toSorted((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((q) => sorted[Math.floor(q * (sorted.length - 1))]);
  const verdict = target === undefined ? '' : p50 < target ? 'met' : 'missed';
  console.log(`| ${[name, p50.toFixed(1), p95.toFixed(1), target ?? '', verdict].join(' | ')} |`);
}

function pathOf(script) {
  return fileURLToPath(new URL(script, import.meta.url));
}
