// npm run bench:speech-model: what the runtime adds to the first audio of a speech model, and how many sessions with one fit on
// a core (`-- 40 80`: only that, at these levels). The server is pinned to one core; its clients and the model, a fake over a socket,
// share another. `--profile`: also what each part costs; sampling itself takes some of the CPU. `--against DIR`: beside
// an earlier commit.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AGAINST, checkoutsOf, ratioOf } from '../checkouts.mjs';
import { printShares } from '../load/profile.mjs';
import { ask, endAll, startPinned } from '../processes.mjs';
import { percentiles } from '../turn/percentiles.mjs';

const { values, positionals } = parseArgs({
  options: { profile: { type: 'boolean', default: false }, ...AGAINST },
  allowPositionals: true,
});
const checkouts = checkoutsOf(values);
const LEVELS = positionals.length > 0 ? positionals.map(Number) : [20, 60];

/** Sessions at a time, and turns of each. */
const TURNS = [
  [1, 150],
  [20, 100],
];
const P50_MS = 1;

const WARM_UP_MS = 10_000;
const MEASURE_MS = 30_000;
const REPLY_S = 5;
/** Two replies are heard, the third is interrupted. */
const CONVERSATION = { pauses: [7, 7, 2.5], speed: 4 };

const load = loadavg()[0].toFixed(2);
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${load} before\n`);
if (positionals.length === 0) await compareFirstAudio();
await compareLevels();

async function compareFirstAudio() {
  console.log('| | sessions | replies | p50, ms | p95, ms | p99, ms | |\n|---|---|---|---|---|---|---|');
  for (const [sessions, turns] of TURNS) {
    const medians = [];
    for (const { name, dir } of checkouts) {
      const added = await measureFirstAudio(dir, sessions, turns);
      const figures = percentiles(added);
      medians.push(figures[0]);
      const row = [name, sessions, added.length, ...figures.map((ms) => ms.toFixed(2)), ratioOf(medians)];
      console.log(`| ${row.join(' | ')} |`);
    }
  }
  console.log(`\nFrom the adapter's socket to the client. Aim: p50 at most ${P50_MS} ms.\n`);
}

async function measureFirstAudio(dir, ...args) {
  const { model, url } = await startModel(0.1, 20);
  const script = join(dir, 'test/bench/speech-model/measure.mjs');
  const added = JSON.parse(execFileSync(process.execPath, [script, ...args.map(String), url], { encoding: 'utf8' }));
  await endAll([model]);
  return added;
}

async function compareLevels() {
  console.log(
    '| | sessions | CPU of the core, % | loop delay p99, ms | frames late p99, ms | at most, ms | memory per session, MiB | |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const sessions of LEVELS) {
    const cpu = [];
    for (const { name, dir } of checkouts) {
      const result = await measureLevel(dir, sessions);
      const { idleMb, rssMb, cpuPercent, loopP99Ms, lateP99Ms, lateMaxMs, ended } = result;
      if (ended.length > 0) throw new Error(`${ended.length} sessions ended early: ${ended[0]}`);
      cpu.push(cpuPercent);
      const figures = [cpuPercent, loopP99Ms, lateP99Ms, lateMaxMs, (rssMb - idleMb) / sessions];
      console.log(`| ${[name, sessions, ...figures.map((value) => value.toFixed(2)), ratioOf(cpu)].join(' | ')} |`);
      console.log(describe(result, sessions));
      if (values.profile) printShares(result.profile, result.cpuMs, (sessions * result.elapsedMs) / 1000);
    }
  }
}

/** Describes the conversations that were measured. */
function describe({ responses, interrupted, secondsIn, secondsOut, elapsedMs, frames }, sessions) {
  const minutes = (sessions * elapsedMs) / 60_000;
  const [replies, cuts, heard, made] = [responses, interrupted, secondsIn, secondsOut].map((sum) => sum / minutes);
  return (
    `A session, each minute: ${replies.toFixed(1)} replies, ${cuts.toFixed(1)} of them interrupted; ` +
    `${heard.toFixed(0)} s of audio to the model, ${made.toFixed(0)} s from it, ` +
    `${(frames / minutes).toFixed(0)} frames to the client.`
  );
}

async function measureLevel(dir, sessions) {
  const { model, url: modelUrl } = await startModel(REPLY_S, 300);
  const script = join(dir, 'test/bench/speech-model/server.mjs');
  const server = startPinned(script, 0, modelUrl, ...(values.profile ? ['--profile'] : []));
  const [{ url, rssMb: idleMb }] = await once(server, 'message');
  const args = [url, String(sessions), '40', JSON.stringify(CONVERSATION)];
  const client = startPinned(pathOf('../load/client.mjs'), 1, ...args);
  await once(client, 'message');
  await sleep(WARM_UP_MS);
  const sides = [server, client, model];
  for (const side of sides) side.send('begin');
  await sleep(MEASURE_MS);
  const results = await Promise.all(sides.map((side) => ask(side, 'report')));
  await endAll([client, server]);
  await endAll([model]);
  return Object.assign({ idleMb }, ...results);
}

async function startModel(...args) {
  const model = startPinned(pathOf('fakeModel.mjs'), 1, ...args.map(String));
  const [{ url }] = await once(model, 'message');
  return { model, url };
}

function pathOf(script) {
  return fileURLToPath(new URL(script, import.meta.url));
}
