import { expect, test, vi } from 'vitest';
import { createSession } from '../../src/session/opening/createSession.ts';
import type { PartSession } from '../../src/session/partSession.ts';
import type { Session } from '../../src/session/session.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { createTransportDouble } from '../../src/playback/transportDouble.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';

/** Creates a session whose voice calls `act` while it is created. */
function createWith(act: (session: PartSession) => void, scheduler: VirtualClock): Session {
  const tts = (session: PartSession): ReturnType<typeof createTtsDouble> => {
    act(session);
    return createTtsDouble({ scheduler });
  };
  const config = {
    initial_messages: [{ role: 'system' as const, content: 'before' }],
    vad: { provider: 'silero' as const },
    stt: { provider: 'deepgram' as const, api_key: 'none' },
    tts: { provider: 'deepgram' as const, api_key: 'none' },
    session_data: {},
  };
  const agent = { configure_session: () => config, llm_response_handler: createLlmDouble([], { scheduler }) };
  const ports = { vad: createVadDouble({ scheduler }), stt: createSttDouble({ says: [], scheduler }), tts };
  return createSession(agent as never, config as never, createTransportDouble({ scheduler }), { ports, scheduler });
}

test('an update that a port asks for while it is created is refused, and the session runs', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const clock = new VirtualClock();
  const session = createWith((part) => part.update({ instructions: 'after' }), clock);
  session.start();
  await clock.run(100);
  session.close('ended_by_api');
  await clock.run(100);
  expect((await session.ended).reason).toBe('ended_by_api');
  expect(log.mock.calls.join()).toContain('update_invalid: expected the ports to be created');
  log.mockRestore();
});

test('a port that asks for the end while it is created prevents the start', async () => {
  const clock = new VirtualClock();
  const session = createWith((part) => part.end({ after: 'now' }), clock);
  session.start();
  await clock.run(100);
  expect((await session.ended).reason).toBe('agent_ended');
});
