// npm run bench:load: how many sessions one core serves. The server is pinned to one core (with its VAD thread), its clients
// to another; each level runs in processes of its own. `--frame-ms 20|40`: the length of the agent's frames, 40 by
// default. `--profile`: also what a frame costs in each part of its path; sampling itself takes some of the CPU.
// `--against DIR`: beside an earlier commit.
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AGAINST, checkoutsOf, ratioOf } from '../checkouts.mjs';
import { ask, endAll, startPinned } from '../processes.mjs';
import { printProfile } from './profile.mjs';

const { values, positionals } = parseArgs({
  options: { 'frame-ms': { type: 'string', default: '40' }, profile: { type: 'boolean', default: false }, ...AGAINST },
  allowPositionals: true,
});
const FRAME_MS = values['frame-ms'];
if (!['20', '40'].includes(FRAME_MS)) throw new Error(`--frame-ms: expected 20 or 40, got ${FRAME_MS}`);
const LEVELS = positionals.map(Number);
const WARM_UP_MS = 6000;
const MEASURE_MS = 20_000;
const LOOP_P99_MS = 20;
const LATE_MAX_MS = 40;

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, the agent's audio in frames of ${FRAME_MS} ms\n`,
);
console.log(
  '| | sessions | loop delay p99, ms | frames late p99, ms | at most, ms | CPU of the core, % | per session, % | memory per session, MiB | |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
let most = 0;
for (const sessions of LEVELS.length > 0 ? LEVELS : [20, 40, 60, 80, 100]) {
  const cpu = [];
  for (const { name, dir } of checkoutsOf(values)) {
    const { idleMb, loopP99Ms, cpuPercent, rssMb, lateP99Ms, lateMaxMs, ended, ...rest } = await measure(dir, sessions);
    if (ended.length > 0) throw new Error(`${ended.length} sessions ended early: ${ended[0]}`);
    cpu.push(cpuPercent);
    const figures = [loopP99Ms, lateP99Ms, lateMaxMs, cpuPercent, cpuPercent / sessions, (rssMb - idleMb) / sessions];
    console.log(`| ${[name, sessions, ...figures.map((value) => value.toFixed(2)), ratioOf(cpu)].join(' | ')} |`);
    if (values.profile) printProfile(rest.profile, rest.cpuMs, framesOf(rest, sessions));
    if (name === 'now' && loopP99Ms < LOOP_P99_MS && lateMaxMs <= LATE_MAX_MS) most = sessions;
  }
}
console.log(
  `\n${most} sessions per core with a loop delay p99 under ${LOOP_P99_MS} ms and no frame more than ${LATE_MAX_MS} ms late (aim: 100).`,
);

/** The frames from and to the clients while the server was measured. */
function framesOf({ elapsedMs }, sessions) {
  const framesIn = (elapsedMs / 20) * sessions;
  return { framesIn, framesOut: (framesIn * 20) / Number(FRAME_MS) };
}

async function measure(dir, sessions) {
  const server = startPinned(join(dir, 'test/bench/load/server.mjs'), 0, ...(values.profile ? ['--profile'] : []));
  const [{ url, rssMb: idleMb }] = await once(server, 'message');
  const client = startPinned(fileURLToPath(new URL('client.mjs', import.meta.url)), 1, url, String(sessions), FRAME_MS);
  await once(client, 'message');
  await sleep(WARM_UP_MS);
  for (const side of [server, client]) side.send('begin');
  await sleep(MEASURE_MS);
  const results = await Promise.all([server, client].map((side) => ask(side, 'report')));
  await endAll([client, server]);
  return Object.assign({ idleMb }, ...results);
}
