import type { SttEvent } from '../../src/core/ports.ts';
import type { Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import { detailsOf } from '../../src/core/transcriptDetails.ts';
import { flushesBy } from './flushes.ts';

export type HearingEvent =
  | { readonly kind: 'voice'; readonly event: VadEvent }
  /** No more segments come. */
  | { readonly kind: 'over' }
  | { readonly kind: 'stt'; readonly event: SttEvent }
  /** The recogniser's whole stream failed: nothing it was fed will be answered. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** The final timeout after a flush or a segment's end has passed. */
  | { readonly kind: 'deadline'; readonly of: 'flush' | 'end'; readonly segment: number; readonly error: unknown };

export interface Failure {
  readonly kind: 'failure';
  /** Absent: no segment is concerned. */
  readonly segment?: number | undefined;
  readonly error: unknown;
}

/** A final did not come in time; the latest interim stands for it. */
export interface Missing {
  readonly kind: 'missing';
  readonly segment: number;
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
  /** No more segments come. */
  readonly over: boolean;
  readonly owed: ReadonlyMap<number, Owed>;
  readonly output: readonly (Transcript | Settlement | Failure | Missing)[];
}

export const nothingHeard: Heard = { over: false, owed: new Map(), output: [] };

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
    case 'over':
      return { ...heard, over: true, output: [] };
    case 'stt':
      return hearAnswer(heard, event.event, rules);
    case 'deadline':
      return hearNothing(heard, event, rules);
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
      return hearInterim(heard, event);
    case 'final':
      return hearFinal(heard, event, rules);
    case 'empty':
      return hearEmpty(heard, event.segment, rules);
    case 'failed':
      return hearFailure(heard, event.segment, event.error);
    case 'report':
      return { ...heard, output: [{ kind: 'failure', error: event.error }] };
  }
}

function hearInterim(heard: Heard, event: Extract<SttEvent, { kind: 'interim' | 'final' }>): Heard {
  const { segment, text } = event;
  const owed = heard.owed.get(segment);
  if (owed === undefined || text.trim() === '' || text === owed.interim) return quiet(heard);
  const after = { ...owed, interim: text, noise: false, wordAtMs: owed.voicedMs };
  return change(heard, segment, after, { kind: 'interim', segment, text, ...detailsOf(event) });
}

type Final = Extract<SttEvent, { kind: 'final' }>;

function hearFinal(heard: Heard, event: Final, rules: HearingRules): Heard {
  const { segment, text, last = true } = event;
  if (text.trim() === '') return last ? hearEmpty(heard, segment, rules) : quiet(heard);
  const words: Transcript = { kind: 'final', segment, text, ...detailsOf(event) };
  const owed = heard.owed.get(segment);
  if (owed === undefined) return { ...heard, output: [words] };
  const flush = flushOwed(owed, rules);
  const answersFlush = last && flush !== null;
  if (event.provisional === true && !answersFlush) return hearProvisional(heard, event);
  if (owed.ended && last && !answersFlush) return settle(heard, segment, 'final', words);
  const flushesAnswered = owed.flushesAnswered + Number(answersFlush);
  return change(heard, segment, { ...withWords(owed, flush), flushesAnswered }, words);
}

/** Words came: at the flush that asked for them, or now. */
function withWords(owed: Owed, flush: ReturnType<typeof flushOwed>): Owed {
  return { ...owed, interim: '', noise: false, wordAtMs: flush?.atMs ?? owed.voicedMs };
}

/** The text is passed on as an interim, which the session replaces by a later final. */
function hearProvisional(heard: Heard, event: Final): Heard {
  const { segment, last = true } = event;
  const before = hearInterim(heard, event);
  if (!last || before.owed.get(segment)?.ended !== true) return before;
  const after = settle(before, segment, 'timeout', { kind: 'missing', segment });
  return { ...after, output: [...before.output, ...after.output] };
}

function hearEmpty(heard: Heard, segment: number, rules: HearingRules): Heard {
  const owed = heard.owed.get(segment);
  if (owed === undefined) return quiet(heard);
  const flush = flushOwed(owed, rules);
  if (flush === null) return owed.ended ? settle(heard, segment, 'empty') : quiet(heard);
  const after = { ...owed, flushesAnswered: owed.flushesAnswered + 1 };
  const isNoise = !owed.ended && !owed.noise && flush.atMs - owed.wordAtMs >= flush.afterMs;
  return isNoise ? noise(heard, segment, after) : change(heard, segment, after);
}

function hearFailure(heard: Heard, segment: number, error: unknown): Heard {
  const owed = heard.owed.get(segment);
  const failure: Failure = { kind: 'failure', segment, error };
  if (owed === undefined) return { ...heard, output: [failure] };
  return owed.ended
    ? settle(heard, segment, 'failed', failure)
    : change(heard, segment, { ...owed, failed: true }, failure);
}

/** A recogniser that stays silent hangs nothing: neither a turn, nor the agent. */
function hearNothing(
  heard: Heard,
  { of, segment, error }: Extract<HearingEvent, { kind: 'deadline' }>,
  rules: HearingRules,
): Heard {
  const owed = heard.owed.get(segment);
  const failure: Failure = { kind: 'failure', segment, error };
  if (owed === undefined) return quiet(heard);
  if (of === 'end') return settle(heard, segment, 'timeout', failure);
  if (flushOwed(owed, rules) === null) return quiet(heard);
  const after = hearEmpty(heard, segment, rules);
  return { ...after, output: [failure, ...after.output] };
}

function lose(heard: Heard, error: unknown): Heard {
  const segments = [...heard.owed.keys()];
  const failure: Failure = { kind: 'failure', segment: segments[0], error };
  return segments.reduce(
    (before: Heard, segment) => {
      const owed = before.owed.get(segment) ?? nothingOwed;
      const after = owed.ended ? settle(before, segment, 'failed') : change(before, segment, { ...owed, failed: true });
      return { ...after, output: [...before.output, ...after.output] };
    },
    { ...heard, output: [failure] },
  );
}

function settle(heard: Heard, segment: number, by: Settlement['by'], ...before: Heard['output']): Heard {
  const owed = new Map(heard.owed);
  owed.delete(segment);
  return { ...heard, owed, output: [...before, { kind: 'settled', segment, by }] };
}

function noise(heard: Heard, segment: number, owed: Owed): Heard {
  return change(heard, segment, { ...owed, noise: true }, { kind: 'settled', segment, by: 'noise' });
}

function change(heard: Heard, segment: number, owed: Owed, ...output: Heard['output']): Heard {
  return { ...heard, owed: new Map(heard.owed).set(segment, owed), output };
}

function quiet(heard: Heard): Heard {
  return heard.output.length === 0 ? heard : { ...heard, output: [] };
}

/** The flush whose answer is due, and up to which voice it asks. */
function flushOwed(
  { voicedMs, flushesAnswered }: Owed,
  { flushAfterMs }: HearingRules,
): { readonly atMs: number; readonly afterMs: number } | null {
  if (flushAfterMs === null || flushesBy(voicedMs, flushAfterMs) <= flushesAnswered) return null;
  return { atMs: (flushesAnswered + 1) * flushAfterMs, afterMs: flushAfterMs };
}
