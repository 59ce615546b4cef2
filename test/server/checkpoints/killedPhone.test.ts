import { expect, it, onTestFinished } from 'vitest';
import { createRedisCheckpoints } from '../../../src/directory/checkpoints/redisCheckpoints.ts';
import { REDIS } from '../../support/directory/redisSubject.ts';
import { kill, startNodeProcesses, untilMetric } from '../cluster/nodeProcesses.ts';
import { SECRET } from '../cluster/support.ts';
import { untilMessages } from './taken.ts';
import { askNode, openStream, sessionIn, type Answer, type StreamedLine } from './twilioLine.ts';

function press(line: StreamedLine, keys: string): void {
  for (const key of keys) line.press(key);
}

it('a telephone call goes on when the process that has it is killed, on one of two others, over Redis', async () => {
  const keep = (secrets: string) => ['--checkpoints', '--checkpoint-secrets-file', secrets];
  const cluster = await startNodeProcesses(REDIS, 'redis', 40, keep, 'phoneAgent.mjs');
  onTestFinished(() => cluster.dispose());
  const { nodes } = cluster;
  for (const node of nodes) await untilMetric(node, 'antiphon_directory_nodes{state="serving"} 3');
  const store = createRedisCheckpoints({ url: `redis://127.0.0.1:${cluster.engine.port}` });
  onTestFinished(() => store.close());
  const answer = await askNode(nodes[0]);
  const session = sessionIn(answer);
  const line = await openStream(answer);
  press(line, '7#');
  await untilMessages(store, session, 2, SECRET);
  const owner = nodes.find(({ url }) => new URL(url).host === new URL(answer.stream ?? '').host);
  if (owner === undefined) throw new Error(answer.text);
  await kill(owner);
  const killedAt = performance.now();
  const [other] = nodes.filter((node) => node !== owner);
  let again: Answer = answer;
  do again = await askNode(other ?? owner, again.redirect);
  while (again.stream === undefined);
  const backMs = performance.now() - killedAt;
  expect(sessionIn(again)).toBe(session);
  const back = await openStream(again);
  press(back, '8#');
  await untilMessages(store, session, 4, SECRET);
  // A node is dead after 2.5 s.
  expect(backMs).toBeLessThan(10_000);
});
