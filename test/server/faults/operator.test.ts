import { once } from 'node:events';
import { tap } from 'rxjs';
import { expect, it } from 'vitest';
import type { Stages } from '../../../src/session/stages.ts';
import { streamReply } from '../../../src/testing/doubles/streamReply.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../../src/testing/doubles/vad.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { isUnderWay, settleLoopback } from '../../support/loopback.ts';
import { agentWith, appWith, listening, mediaOf, offerOf, openSocket, startSession } from '../support.ts';
import { createPeer, type Peer } from './peer.ts';

const SESSIONS = 50;
const BAD = 17;
/** The first sample of a frame at which the stage throws. */
const POISON = -9999;
const WORDS = 'We opened in nineteen eighty.';

const poisoned: Stages = {
  vad: (_, standard) => (frames) =>
    frames.pipe(
      tap(({ samples: [first] }) => {
        if (first === POISON) throw new Error('out of order');
      }),
      standard(),
    ),
};

it('a stage throws in one of 50 sessions: that one ends, and the 49 others hear their answers whole', async () => {
  const scheduler = new VirtualClock();
  const app = await appWith({
    scheduler,
    stages: poisoned,
    agent: agentWith({ llm_response_handler: () => streamReply({ text: WORDS }, scheduler) }),
    ports: {
      vad: createVadDouble({ scheduler }),
      stt: createSttDouble({ says: [], scheduler }),
      tts: createTtsDouble({ scheduler }),
    },
  });
  const at = await listening(app);
  const peers = await Promise.all(
    Array.from({ length: SESSIONS }, async (): Promise<Peer> => {
      const session = await startSession(app);
      const socket = openSocket(mediaOf(session, at), offerOf(session));
      const peer = createPeer(socket);
      await once(socket, 'open');
      peer.say({ type: 'input.text', text: 'tell me' });
      return peer;
    }),
  );
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 20) {
      await scheduler.run(scheduler.now() + 20, () => (isUnderWay() ? settleLoopback() : undefined));
      await settleLoopback();
    }
  };
  await pass(500);
  const bad = peers[BAD] as Peer;
  bad.socket.send(new Int16Array(320).fill(POISON));
  await pass(4000);
  await expect.poll(() => bad.closeCode, { timeout: 30_000 }).toBe(1011);
  const others = peers.filter((peer) => peer !== bad);
  expect(others.map(({ closeCode }) => closeCode)).toEqual(others.map(() => null));
  expect(others.filter(({ samples, announced }) => samples === 0 || samples !== announced)).toEqual([]);
  expect(others.filter(({ messages }) => messages.some(({ seq }, n) => seq !== n))).toEqual([]);
});
