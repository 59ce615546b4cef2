// npm run bench:soak -- [minutes=10] [sessions=50]: what a server that runs for long loses. The server and the clients of
// bench:load; each minute a tenth of the sessions ends and is replaced, so that what a session leaves behind adds up.
import { once } from 'node:events';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask, endAll, startPinned } from '../processes.mjs';

const [minutes = 10, sessions = 50] = process.argv.slice(2).map(Number);
const SAMPLES_PER_MINUTE = 6;
const SLOPE_MB = 1;
const COLLECTING_PERCENT = 3;

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${sessions} sessions\n`);
console.log('| minute | RSS, MB | heap, MB | loop delay p99, ms | collecting garbage, % |\n|---|---|---|---|---|');

const server = startPinned(pathOf('server.mjs'), 0);
const [{ url }] = await once(server, 'message');
const client = startPinned(pathOf('../load/client.mjs'), 1, url, String(sessions));
await once(client, 'message');
await ask(server, 'memory', isMemory);
server.send('begin');

const samples = [];
const began = performance.now();
for (let minute = 1; minute <= minutes; minute++) {
  const collecting = [];
  for (let n = 1; n <= SAMPLES_PER_MINUTE; n++) {
    await sleep(began + (minute - 1 + n / SAMPLES_PER_MINUTE) * 60_000 - performance.now());
    const { kind: _, collectingPercent, ...memory } = await ask(server, 'memory', isMemory);
    collecting.push(collectingPercent);
    samples.push({ minute: minute - 1 + n / SAMPLES_PER_MINUTE, collectingPercent, ...memory });
  }
  const { rssMb, heapMb } = samples.at(-1);
  const { loopP99Ms } = await ask(server, 'report', (message) => message.loopP99Ms !== undefined);
  server.send('begin');
  console.log(
    `| ${[minute, ...[rssMb, heapMb, loopP99Ms, mean(collecting)].map((value) => value.toFixed(1))].join(' | ')} |`,
  );
  if (minute < minutes) await ask(client, 'replace', (message) => message === 'replaced');
}
await endAll([client, server]);

const lastHalf = samples.slice(Math.floor(samples.length / 2));
const slope = (slopeOf(lastHalf.map(({ minute, rssMb }) => [minute, rssMb])) * 60) / sessions;
const collecting = mean(samples.map(({ collectingPercent }) => collectingPercent));
console.log(
  `\nRSS grows by ${slope.toFixed(2)} MB an hour and session (target: below ${SLOPE_MB}): ${verdict(slope < SLOPE_MB)}.`,
);
console.log(
  `Garbage is collected ${collecting.toFixed(2)} % of the time (target: below ${COLLECTING_PERCENT}): ${verdict(collecting < COLLECTING_PERCENT)}.`,
);

/** The slope of the line with the least squares. */
function slopeOf(points) {
  const [meanX, meanY] = [0, 1].map((axis) => mean(points.map((point) => point[axis])));
  const covariance = mean(points.map(([x, y]) => (x - meanX) * (y - meanY)));
  return covariance / mean(points.map(([x]) => (x - meanX) ** 2));
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function verdict(isMet) {
  return isMet ? 'met' : 'missed';
}

function isMemory({ kind }) {
  return kind === 'memory';
}

function pathOf(script) {
  return fileURLToPath(new URL(script, import.meta.url));
}
