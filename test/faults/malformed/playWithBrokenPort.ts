import { defineAgent } from '../../../src/session/agent.ts';
import { createSession } from '../../../src/session/createSession.ts';
import { microphone } from '../../../src/testing/audio.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTransportDouble } from '../../../src/playback/transportDouble.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../../src/testing/doubles/vad.ts';
import { SubscriptionLedger } from '../../../src/stream/subscriptionLedger.ts';
import { observe } from '../../properties/observe.ts';
import type { Entry, Recording } from '../../properties/recording.ts';
import { bracketsBalance, speakingAlternates } from '../../properties/rules/brackets.ts';
import { breakPort } from './breakPort.ts';
import type { Plan, PortName } from './plans.ts';

/** How the session is ended, and how long that may take, in ms: see docs/sessions.md. */
export const ENDINGS = { 'after speech': 600_400, now: 400, close: 400 } as const;

export type Ending = keyof typeof ENDINGS;

const TALK_MS = 5000;

/** A conversation on doubles in which one port breaks its contract; what is wrong with it afterwards. */
export async function playWithBrokenPort(
  port: PortName,
  plan: Plan,
  ending: Ending,
): Promise<{ given: number; faults: string[] }> {
  const clock = new VirtualClock();
  const ledger = new SubscriptionLedger();
  const doubled = { scheduler: clock, ledger };
  const voice = [0, 1, 2].map((n) => ({ atMs: 320 + n * 1600, forMs: 320 }));
  const io = createTransportDouble({
    ...doubled,
    audioIn: microphone(voice, { scheduler: clock, frameMs: 64, forMs: TALK_MS }),
  });
  const stt = createSttDouble({ says: ['what time is it', 'and now', 'thank you'], ...doubled });
  const own = { vad: createVadDouble(doubled), stt, tts: createTtsDouble(doubled) };
  const breaker = breakPort(port, plan, clock, own, io);
  const config = {
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
    first_message: 'Good evening.',
  } as const;
  const agent = defineAgent<object>({
    configure_session: () => ({ ...config, initial_messages: [] }),
    llm_response_handler: createLlmDouble(
      Array.from({ length: 40 }, () => 'It is seven. Anything else?'),
      doubled,
    ),
  });
  const options = { scheduler: clock, ports: breaker.ports };
  const session = createSession(agent, { ...config, initial_messages: [] }, breaker.io, options);
  const entries: Entry[] = [];
  observe(session, io, (entry) => void entries.push({ ...entry, atMs: clock.now() }));
  let ends = 0;
  let endedMs = null as number | null;
  void session.ended.then(() => {
    ends++;
    endedMs = clock.now();
  });
  session.start();
  for (let atMs = 1000; atMs < TALK_MS; atMs += 250) clock.schedule(() => session.say('One more thing.'), atMs);
  for (let atMs = 0; atMs < TALK_MS && endedMs === null; atMs += 1000) await clock.advance(1000);
  if (ending === 'close') session.close('ended_by_api');
  else session.end({ after: ending === 'now' ? 'now' : 'speech' });
  if (endedMs === null) await clock.advance(ENDINGS[ending]);
  const faults = [
    ...bracketsBalance({ entries } as unknown as Recording),
    ...speakingAlternates({ entries } as unknown as Recording),
    ...(ends === 1 ? [] : [`it ended ${ends} times, at ${String(endedMs)}`]),
    ...Object.keys(ledger.open()).map((name) => `${name} is still open`),
  ];
  return { given: breaker.emitted, faults };
}
