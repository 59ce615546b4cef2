import { playScenario } from '../properties/playScenario.ts';
import { entriesOf, type Recording } from '../properties/recording.ts';
import { TWO_WORDS, type Act, type Scenario } from '../properties/scenario.ts';
import { DEFAULT_SCENARIO } from '../orders/manualSession.ts';
import { StallingClock } from './stallingClock.ts';
import type { TimedFault } from './timedFaults.ts';
import { injectFaults } from './injectFaults.ts';

/**
 * A question, its answer in three sentences of four words, and another question much later. The first segment ends at 1536 ms
 * and is a turn at 1586; the first word of the answer comes 1.5 s later, and each further one 250 ms later; it sounds from 4086.
 */
export const CONVERSATION: Scenario = {
  ...DEFAULT_SCENARIO,
  voice: [
    { gapMs: 320, forMs: 640 },
    { gapMs: 29_040, forMs: 640 },
  ],
  hearings: [TWO_WORDS, TWO_WORDS],
  completions: [{ sentences: [4, 4, 4], asks: false, calls: [], firstTokenMs: 1500, tokenMs: 250 }],
};

/** An instant in each phase. */
export const PHASES = { listening: 800, thinking: 2300, speaking: 4500 } as const;

export type Phase = keyof typeof PHASES;

export const STALL_MS = 500;

/** What the user notices of it. */
export interface Effect {
  /** Whether the question is in the history. */
  readonly understood: boolean;
  /** How many words of the answer were heard, of 12. */
  readonly heard: number;
  /** What was reported, in order. */
  readonly codes: readonly string[];
  /** The second question is answered to its end, or not, or the session has ended. */
  readonly after: 'it listens' | 'it is dumb' | 'it is over';
}

export function playWithFaults(faults: readonly TimedFault[], acts: readonly Act[] = []): Promise<Recording> {
  const stalls = faults.filter(({ fault }) => fault === 'loop stalls');
  const clock = new StallingClock(stalls.map(({ atMs }) => ({ fromMs: atMs, toMs: atMs + STALL_MS })));
  const scenario = { ...CONVERSATION, acts };
  return playScenario(scenario, undefined, { clock, replaceParts: (parts) => injectFaults(parts, clock, faults) });
}

export function effectOf(recording: Recording): Effect {
  const messages = (entriesOf(recording, 'history').at(-1)?.value ?? []).map(({ message }) => message);
  const at = messages.findIndex(({ content }) => content.includes('s1w0'));
  const before = messages.slice(0, at < 0 ? undefined : at);
  const since = at < 0 ? [] : messages.slice(at);
  const isOver = recording.endedMs !== null && recording.endedMs < recording.quietMs;
  return {
    understood: before.some(({ content }) => content.includes('s0w0')),
    heard: wordsOf(before.filter(({ role }) => role === 'assistant').map(({ content }) => content)),
    codes: entriesOf(recording, 'error').map(({ value }) => value.code),
    after: isOver ? 'it is over' : wordsOf(since.map(({ content }) => content)) >= 12 ? 'it listens' : 'it is dumb',
  };
}

function wordsOf(contents: readonly string[]): number {
  return contents
    .join(' ')
    .split(' ')
    .filter((word) => /^A?\d+w\d/u.test(word)).length;
}
