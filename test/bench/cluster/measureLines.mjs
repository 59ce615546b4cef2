// A node with telephone calls is killed: what becomes of them.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNatsCheckpoints, createRedisCheckpoints } from 'antiphon/directory';
import { comeBack, dial, hangUp, press, untilLost } from './lines.mjs';
import { end, untilMetric } from './nodes.mjs';

/** On all nodes; `CALLS=9` on a busy machine. */
const CALLS = Number(process.env.CALLS ?? 60);
const TALK_MS = 8000;
/** A checkpoint is written 20 ms after a message; keys are a message when the last one has come. */
const UNSAVED_MS = 300;
const BACK_MS = 20_000;

export async function measureLines(cluster, report) {
  const { nodes, name, engineUrl } = cluster;
  const store = { redis: createRedisCheckpoints, nats: createNatsCheckpoints }[name]({ url: engineUrl });
  const lines = [];
  for (let n = 0; n < CALLS; n += 1) lines.push(await dial(nodes[0]));
  await sleep(TALK_MS);
  const { host } = new URL(nodes[2].url);
  const there = lines.filter((line) => line.host === host);
  const others = nodes.slice(0, 2);
  const killedAt = performance.now();
  const before = there.map(({ pressed }) =>
    pressed.filter(({ at }) => at < killedAt - UNSAVED_MS).map(({ keys }) => keys),
  );
  const dead = end(nodes[2].child);
  const returning = Promise.all(there.map((line) => returnOf(line, others, store)));
  await Promise.all(others.map((node) => untilMetric(node, 'antiphon_directory_nodes{state="serving"} 2')));
  const detected = (performance.now() - killedAt) / 1000;
  await dead;
  report(
    `node with ${there.length} telephone calls killed: others know after`,
    `${detected.toFixed(1)} s`,
    '3 s',
    detected <= 3,
  );
  const results = await returning;
  const back = results.filter(({ history }) => history !== undefined);
  const slowest = Math.max(0, ...back.map(({ seconds }) => seconds));
  const whole = back.filter(({ line, history }) => before[there.indexOf(line)].every((keys) => history.includes(keys)));
  report(
    'its telephone calls back in conversation; the last after',
    `${back.length}; ${slowest.toFixed(1)} s`,
    `${there.length}; 5 s`,
    there.length > 0 && back.length === there.length && slowest <= 5,
  );
  report('of them with their whole history', whole.length, there.length, whole.length === there.length);
  const disturbed = lines.filter((line) => !there.includes(line) && line.losses.length > 0);
  report(
    `telephone calls of the other nodes, ${lines.length - there.length}: disturbed`,
    disturbed.length,
    '0',
    disturbed.length === 0,
  );
  for (const line of lines) hangUp(line);
  await store.close();
  await cluster.restart(2);
  for (const node of nodes) await untilMetric(node, 'antiphon_directory_load 0');
}

/** The carrier comes back, the caller presses keys, and the agent answers: its checkpoint says so. */
async function returnOf(line, nodes, store) {
  await untilLost(line);
  const [lostAt] = line.losses;
  if (!(await comeBack(line, nodes))) return { line, history: undefined };
  for (let asked; performance.now() < lostAt + BACK_MS; await sleep(20)) {
    asked ??= press(line);
    const messages = await messagesOf(store, line.session);
    const at = messages.findIndex(({ content }) => content.includes(asked));
    if (at < 0 || !messages.slice(at).some(({ role }) => role === 'assistant')) continue;
    const history = messages.map(({ content }) => content).join(' ');
    return { line, history, seconds: (performance.now() - lostAt) / 1000 };
  }
  return { line, history: undefined };
}

/** The nodes of the bench do not encrypt. */
async function messagesOf(store, session) {
  const found = await store.load(session);
  if (typeof found !== 'object') return [];
  return JSON.parse(Buffer.from(found.value.subarray(1)).toString()).checkpoint.messages;
}
