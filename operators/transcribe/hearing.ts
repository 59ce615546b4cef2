import { AntiphonError } from '../../src/core/errors.ts';
import type { SttEvent } from '../../src/core/ports.ts';
import type { Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import { flushesBy } from './flushes.ts';

export type HearingEvent =
  | { readonly kind: 'voice'; readonly event: VadEvent }
  | { readonly kind: 'stt'; readonly event: SttEvent }
  /** The recogniser's whole stream failed: nothing it was fed will be answered. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** The final timeout after a segment's end has passed. */
  | { readonly kind: 'deadline'; readonly segment: number };

export interface Failure {
  readonly kind: 'failure';
  readonly segment: number;
  readonly error: unknown;
}

export interface HearingRules {
  /** Voiced time without a new word that makes a segment noise; null: the recogniser is flushed and asked instead. */
  readonly noiseMs: number | null;
  /** The recogniser is asked after each so much voice; null: never. */
  readonly flushAfterMs: number | null;
}

/** What is owed for one segment. */
interface Owed {
  readonly ended: boolean;
  readonly failed: boolean;
  readonly noise: boolean;
  readonly interim: string;
  readonly voicedMs: number;
  /** Voiced time when the last new word came. */
  readonly wordAtMs: number;
  readonly flushesAnswered: number;
}

/** The segments that are not settled yet, and what the last event brought. */
export interface Heard {
  readonly owed: ReadonlyMap<number, Owed>;
  readonly output: readonly (Transcript | Settlement | Failure)[];
}

export const nothingHeard: Heard = { owed: new Map(), output: [] };

const nothingOwed: Owed = {
  ended: false,
  failed: false,
  noise: false,
  interim: '',
  voicedMs: 0,
  wordAtMs: 0,
  flushesAnswered: 0,
};

/** Pairs segments with their words, and settles each exactly once after its end. */
export function hearing(heard: Heard, event: HearingEvent, rules: HearingRules): Heard {
  switch (event.kind) {
    case 'voice':
      return hearVoice(heard, event.event, rules);
    case 'stt':
      return hearAnswer(heard, event.event, rules);
    case 'deadline':
      return heard.owed.has(event.segment)
        ? settle(heard, event.segment, 'timeout', timeoutOf(event.segment))
        : quiet(heard);
    case 'lost':
      return lose(heard, event.error);
  }
}

function hearVoice(heard: Heard, event: VadEvent, { noiseMs }: HearingRules): Heard {
  const { segment } = event;
  if (event.kind === 'started') return change(heard, segment, { ...nothingOwed, voicedMs: event.voicedMs });
  const owed = heard.owed.get(segment);
  if (owed === undefined || event.kind === 'truncated') return quiet(heard);
  if (event.kind === 'ended') {
    const ended = change(heard, segment, { ...owed, ended: true });
    return owed.failed ? settle(ended, segment, 'failed') : ended;
  }
  const after = { ...owed, voicedMs: event.voicedMs };
  const isNoise = noiseMs !== null && !owed.noise && event.voicedMs - owed.wordAtMs >= noiseMs;
  return isNoise ? noise(heard, segment, after) : change(heard, segment, after);
}

function hearAnswer(heard: Heard, event: SttEvent, rules: HearingRules): Heard {
  switch (event.kind) {
    case 'interim':
      return hearInterim(heard, event.segment, event.text);
    case 'final':
      return hearFinal(heard, event, rules);
    case 'empty':
      return hearEmpty(heard, event.segment, rules);
    case 'failed':
      return hearFailure(heard, event.segment, event.error);
  }
}

function hearInterim(heard: Heard, segment: number, text: string): Heard {
  const owed = heard.owed.get(segment);
  if (owed === undefined || text.trim() === '' || text === owed.interim) return quiet(heard);
  const after = { ...owed, interim: text, noise: false, wordAtMs: owed.voicedMs };
  return change(heard, segment, after, { kind: 'interim', segment, text });
}

function hearFinal(
  heard: Heard,
  { segment, text, last = true }: Extract<SttEvent, { kind: 'final' }>,
  rules: HearingRules,
): Heard {
  const words: readonly Transcript[] = text.trim() === '' ? [] : [{ kind: 'final', segment, text }];
  const owed = heard.owed.get(segment);
  if (owed === undefined) return { ...heard, output: words };
  const isFlushAnswer = flushesOwed(owed, rules) > 0;
  if (owed.ended && last && !isFlushAnswer) {
    return settle({ ...heard, output: words }, segment, words.length > 0 ? 'final' : 'empty', undefined, words);
  }
  if (words.length === 0) return last && isFlushAnswer ? hearEmpty(heard, segment, rules) : quiet(heard);
  const flushesAnswered = owed.flushesAnswered + (last && isFlushAnswer ? 1 : 0);
  return change(
    heard,
    segment,
    { ...owed, interim: '', noise: false, wordAtMs: owed.voicedMs, flushesAnswered },
    ...words,
  );
}

function hearEmpty(heard: Heard, segment: number, rules: HearingRules): Heard {
  const owed = heard.owed.get(segment);
  if (owed === undefined) return quiet(heard);
  if (flushesOwed(owed, rules) === 0) return owed.ended ? settle(heard, segment, 'empty') : quiet(heard);
  const after = { ...owed, flushesAnswered: owed.flushesAnswered + 1 };
  const wordless = rules.flushAfterMs !== null && owed.voicedMs - owed.wordAtMs >= rules.flushAfterMs;
  return wordless && !owed.ended && !owed.noise ? noise(heard, segment, after) : change(heard, segment, after);
}

function hearFailure(heard: Heard, segment: number, error: unknown): Heard {
  const owed = heard.owed.get(segment);
  const failure: Failure = { kind: 'failure', segment, error };
  if (owed === undefined) return { ...heard, output: [failure] };
  return owed.ended
    ? settle(heard, segment, 'failed', error)
    : change(heard, segment, { ...owed, failed: true }, failure);
}

function lose(heard: Heard, error: unknown): Heard {
  const segments = [...heard.owed.keys()];
  const failure: Failure = { kind: 'failure', segment: segments[0] ?? -1, error };
  return segments.reduce(
    (before: Heard, segment) => {
      const owed = before.owed.get(segment) ?? nothingOwed;
      const after = owed.ended ? settle(before, segment, 'failed') : change(before, segment, { ...owed, failed: true });
      return { ...after, output: [...before.output, ...after.output] };
    },
    { ...heard, output: [failure] },
  );
}

function settle(
  heard: Heard,
  segment: number,
  by: Settlement['by'],
  error?: unknown,
  words: readonly Transcript[] = [],
): Heard {
  const owed = new Map(heard.owed);
  owed.delete(segment);
  const failures: readonly Failure[] = error === undefined ? [] : [{ kind: 'failure', segment, error }];
  return { owed, output: [...words, ...failures, { kind: 'settled', segment, by }] };
}

function noise(heard: Heard, segment: number, owed: Owed): Heard {
  return change(heard, segment, { ...owed, noise: true }, { kind: 'settled', segment, by: 'noise' });
}

function change(heard: Heard, segment: number, owed: Owed, ...output: Heard['output']): Heard {
  return { owed: new Map(heard.owed).set(segment, owed), output };
}

function quiet(heard: Heard): Heard {
  return heard.output.length === 0 ? heard : { ...heard, output: [] };
}

function flushesOwed({ voicedMs, flushesAnswered }: Owed, { flushAfterMs }: HearingRules): number {
  return flushesBy(voicedMs, flushAfterMs) - flushesAnswered;
}

function timeoutOf(segment: number): AntiphonError {
  return new AntiphonError('stt_timeout', 'the recogniser did not answer in time', { segment });
}
