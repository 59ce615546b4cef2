import { microphone } from '../../../src/testing/audio.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { observe } from '../../properties/observe.ts';
import type { Entry, Recording } from '../../properties/recording.ts';
import { bracketsBalance, speakingAlternates } from '../../properties/rules/brackets.ts';
import { createTestSession } from '../../support/testSession.ts';
import { breakPort } from './breakPort.ts';
import type { Plan, PortName } from './plans.ts';

/** How the session is ended, and how long that may take, in ms: see docs/sessions.md. */
export const ENDINGS = { 'after speech': 600_400, now: 400, close: 1400 } as const;

export type Ending = keyof typeof ENDINGS;

const TALK_MS = 5000;

/** Plays a conversation in which one port breaks its contract. @returns how often it did, and the faults of the session */
export async function playWithBrokenPort(
  port: PortName,
  plan: Plan,
  ending: Ending,
): Promise<{ emitted: number; faults: string[] }> {
  const clock = new VirtualClock();
  const voice = [0, 1, 2].map((n) => ({ atMs: 320 + n * 1600, forMs: 320 }));
  let emitted = (): number => 0;
  const { session, io, ledger } = createTestSession({
    clock,
    transport: { audioIn: microphone(voice, { scheduler: clock, frameMs: 64, forMs: TALK_MS }) },
    says: ['what time is it', 'and now', 'thank you'],
    llm: Array.from({ length: 40 }, () => 'It is seven. Anything else?'),
    config: { first_message: 'Good evening.' },
    replaceParts: (parts) => {
      const broken = breakPort(port, plan, clock, parts.ports, parts.io);
      emitted = () => broken.emitted;
      return broken;
    },
    start: false,
  });
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
  return { emitted: emitted(), faults };
}
