import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createRedisCheckpoints } from '../../src/directory/checkpoints/redisCheckpoints.ts';
import { createSealing } from '../../src/server/checkpoints/sealing.ts';
import { parseStoredSession } from '../../src/server/checkpoints/storedSession.ts';
import { createSecretSource, deriveSecrets } from '../../src/server/tokens/secrets.ts';
import { kill, startNodeProcesses, untilMetric, type NodeProcess } from '../server/cluster/nodeProcesses.ts';
import { SECRET } from '../server/cluster/support.ts';
import { untilMessages } from '../server/checkpoints/taken.ts';
import { REDIS } from '../support/directory/redisSubject.ts';
import { createLineIds } from '../../src/server/checkpoints/takeOver.ts';
import { filesFor, requireRoot } from './asteriskItself.ts';
import { runAsterisk } from './runAsterisk.ts';

const CALL = 'the-name-of-the-call';

/** The dial plan of docs/telephony.md, with a name for the call that the test knows. */
const DIAL_PLAN = `
[agent]
exten => 200,1,Set(TRIES=0)
 same => n(agent),Set(BEGUN=\${EPOCH})
 same => n,Dial(WebSocket/antiphon/c(slin16)f(json)v(call_id=${CALL},to=\${EXTEN}),,g)
 same => n,GotoIf($["\${DIALSTATUS}" = "ANSWER"]?answered)
 same => n,Set(TRIES=$[\${TRIES} + 1])
 same => n,GotoIf($[\${TRIES} > 5]?done)
 same => n,Wait(1)
 same => n,Goto(agent)
 same => n(answered),Set(TRIES=0)
 same => n,GotoIf($[\${EPOCH} - \${BEGUN} > 1]?agent)
 same => n(done),Hangup()
[first]
exten => s,1,Wait(1)
 same => n,SendDTMF(7#)
 same => n,Wait(20)
 same => n,SendDTMF(0#)
 same => n,Wait(60)
`;

/** What is in front of the nodes: connections go to the one of the moment. */
async function startBalancer(first: NodeProcess): Promise<{ readonly url: string; lead(to: NodeProcess): void }> {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(Number(new URL(target.url).port), '127.0.0.1');
    for (const one of [socket, other]) {
      sockets.add(one);
      one.on('error', () => undefined);
    }
    socket.pipe(other).pipe(socket);
    socket.once('close', () => other.destroy());
    other.once('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (to) => void (target = to),
  };
}

it('a call of a real Asterisk goes on when its node is killed, at another one, and ends with its session', async () => {
  const keep = (secrets: string) => ['--checkpoints', '--checkpoint-secrets-file', secrets];
  const cluster = await startNodeProcesses(REDIS, 'redis', 40, keep, 'asteriskAgent.mjs');
  onTestFinished(() => cluster.dispose());
  const [a, b] = cluster.nodes;
  for (const node of cluster.nodes) await untilMetric(node, 'antiphon_directory_nodes{state="serving"} 3');
  const store = createRedisCheckpoints({ url: `redis://127.0.0.1:${cluster.engine.port}` });
  onTestFinished(() => store.close());
  const secrets = deriveSecrets(
    createSecretSource([SECRET], () => undefined),
    'antiphon lines',
  );
  const [session = ''] = createLineIds(secrets)('asterisk', CALL);
  const balancer = await startBalancer(a);
  const files = { ...filesFor(balancer.url, 'ws://127.0.0.1:1'), 'extensions.conf': DIAL_PLAN };
  const asterisk = await runAsterisk(requireRoot(), files);
  onTestFinished(() => asterisk.close());
  await asterisk.command('channel originate Local/200@agent extension s@first');
  await untilMessages(store, session, 2, SECRET);
  await kill(a);
  balancer.lead(b);
  await untilMetric(b, 'antiphon_session_takeovers_total{result="resumed"} 1');
  await untilMetric(b, 'antiphon_sessions{state="active"} 1');
  const kept = await store.load(session);
  const sealing = createSealing(createSecretSource([SECRET], () => undefined));
  const text = typeof kept === 'object' ? sealing.open(session, kept.value) : undefined;
  const messages = text === undefined ? [] : (parseStoredSession(text)?.checkpoint.messages ?? []);
  expect(messages.map(({ content }) => content)).toEqual(['7', 'You said 7.']);
  await untilMetric(b, 'antiphon_session_ends_total{reason="agent_ended"} 1');
  // The dial plan asks once more, and hangs up.
  while (!(await asterisk.command('core show channels count')).includes('0 active channels'));
  expect(await store.load(session)).toBe('deleted');
});
