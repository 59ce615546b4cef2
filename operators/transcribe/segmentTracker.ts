import type { SttEvent } from '../../src/core/ports.ts';
import { durationMs } from '../../src/core/audio.ts';
import type { RecogniserTurn, Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import { sum } from '../../src/core/sum.ts';
import { detailsOf } from '../../src/core/detailsOf.ts';
import { countFlushes } from './countFlushes.ts';

export type TrackerEvent =
  | VadEvent
  /** No more segments follow. */
  | { readonly kind: 'over' }
  | { readonly kind: 'stt'; readonly event: TrackedSttEvent }
  /** The recogniser's whole stream failed: no open segment will be answered. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** The final timeout after a flush or a segment's end has passed. */
  | {
      readonly kind: 'deadline';
      readonly of: 'flush' | 'end';
      readonly segment: number;
      /** Creates the error of a segment that is not answered: few are. */
      readonly createError: () => unknown;
    };

/** Events of a recogniser that concern its segments. */
export type TrackedSttEvent = Exclude<SttEvent, { readonly kind: 'served' | 'used' }>;

export interface Failure {
  readonly kind: 'failure';
  /** Absent: the failure belongs to no segment. */
  readonly segment?: number | undefined;
  readonly error: unknown;
}

/** A final that did not arrive in time; the latest interim takes its place. */
export interface MissingFinal {
  readonly kind: 'missing';
  readonly segment: number;
}

export interface NoiseRules {
  /** Voiced time without a new word that makes a segment noise; null: the recogniser is flushed instead. */
  readonly noiseMs: number | null;
  /** Voiced time after which the recogniser is flushed, again and again; null: never. */
  readonly flushAfterMs: number | null;
}

/** What the recogniser has found about the turn, in an open segment. */
export interface FoundTurn {
  readonly kind: 'turn';
  readonly turn: RecogniserTurn;
}

export type TrackedResult = Transcript | Settlement | Failure | MissingFinal | FoundTurn;

type Final = Extract<SttEvent, { kind: 'final' }>;
type Words = Extract<SttEvent, { kind: 'interim' | 'final' }>;

/** Assigns transcripts to segments, and settles each segment exactly once after its end. */
export class SegmentTracker {
  readonly #rules: NoiseRules;
  /** The segments that are not settled. */
  readonly #open: Map<number, OpenSegment> = new Map();
  #isComplete = false;
  #output: TrackedResult[] = [];

  constructor(rules: NoiseRules) {
    this.#rules = rules;
  }

  /** Whether no segment follows, and all are settled. */
  get isOver(): boolean {
    return this.#isComplete && this.#open.size === 0;
  }

  /** Whether no segment is open and no answer is pending. */
  get isIdle(): boolean {
    return this.#open.size === 0;
  }

  /** Returns what follows from an event: what is reported, and then what is emitted. */
  update(event: TrackerEvent): readonly TrackedResult[] {
    this.#apply(event);
    if (this.#output.length === 0) return NOTHING;
    const output = this.#output;
    this.#output = [];
    return output;
  }

  #apply(event: TrackerEvent): void {
    switch (event.kind) {
      case 'started':
        this.#open.set(event.segment, new OpenSegment(event));
        return;
      case 'window':
      case 'truncated':
      case 'ended':
        return this.#applyActivity(event);
      case 'over':
        this.#isComplete = true;
        return;
      case 'stt':
        return this.#applyAnswer(event.event);
      case 'deadline':
        return this.#applyDeadline(event);
      case 'lost':
        return this.#applyLoss(event.error);
    }
  }

  #applyActivity(event: Exclude<VadEvent, { kind: 'started' }>): void {
    const { segment } = event;
    const owed = this.#open.get(segment);
    if (owed === undefined || event.kind === 'truncated') return;
    if (event.kind === 'ended') {
      owed.ended = true;
      if (owed.failed) this.#settle(segment, 'failed');
      return;
    }
    if (event.voicedMs === owed.voicedMs) return;
    owed.voicedMs = event.voicedMs;
    const { noiseMs } = this.#rules;
    if (noiseMs !== null && event.voicedMs - owed.wordAtMs >= noiseMs) this.#settleAsNoise(segment, owed);
  }

  #applyAnswer(event: TrackedSttEvent): void {
    switch (event.kind) {
      case 'interim':
        return this.#applyInterim(event);
      case 'final':
        return this.#applyFinal(event);
      case 'empty':
        return this.#applyEmpty(event.segment);
      case 'turn':
        return this.#applyTurn(event);
      case 'failed':
        return this.#applyFailure(event.segment, event.error);
      case 'report':
        this.#output.push({ kind: 'failure', error: event.error });
    }
  }

  #applyInterim(event: Words): void {
    const { segment, text } = event;
    const owed = this.#open.get(segment);
    if (owed === undefined || text.trim() === '' || text === owed.interim) return;
    owed.addWords(text, owed.voicedMs);
    this.#output.push({ kind: 'interim', segment, text, ...detailsOf(event) });
  }

  #applyFinal(event: Final): void {
    const { segment, text, last = true } = event;
    if (text.trim() === '') return last ? this.#applyEmpty(segment) : undefined;
    const owed = this.#open.get(segment);
    if (owed === undefined) this.#emitFinal(event);
    else this.#applyWords(event, owed);
  }

  #applyWords(event: Final, owed: OpenSegment): void {
    const { segment, last = true } = event;
    const flush = findPendingFlush(owed, this.#rules);
    const answersFlush = last && flush !== null;
    if (event.provisional === true && !answersFlush) return this.#applyProvisional(event, owed);
    this.#emitFinal(event);
    if (owed.ended && last && !answersFlush) return this.#settle(segment, 'final');
    owed.addWords('', flush?.atMs ?? owed.voicedMs);
    if (answersFlush) owed.flushesAnswered += 1;
  }

  #emitFinal(event: Final): void {
    const { segment, text } = event;
    this.#output.push({ kind: 'final', segment, text, ...detailsOf(event) });
  }

  /** Emits the text as an interim, which a later final replaces. */
  #applyProvisional(event: Final, owed: OpenSegment): void {
    const { segment, last = true } = event;
    const isMissing = last && owed.ended;
    if (isMissing) this.#output.push({ kind: 'missing', segment });
    this.#applyInterim(event);
    if (isMissing) this.#settle(segment, 'timeout');
  }

  /** Emits a finding about an open segment: an ended one gets no more audio, and nothing can be found about it. */
  #applyTurn({ segment, state, confidence, atMs }: Extract<SttEvent, { kind: 'turn' }>): void {
    const owed = this.#open.get(segment);
    if (owed === undefined || owed.ended) return;
    const turn = { segment, state, confidence, atMs: atMs === undefined ? undefined : owed.startMs + atMs };
    this.#output.push({ kind: 'turn', turn });
  }

  #applyEmpty(segment: number): void {
    const owed = this.#open.get(segment);
    if (owed === undefined) return;
    const flush = findPendingFlush(owed, this.#rules);
    if (flush === null) return owed.ended ? this.#settle(segment, 'empty') : undefined;
    owed.flushesAnswered += 1;
    if (!owed.ended && flush.atMs - owed.wordAtMs >= flush.afterMs) this.#settleAsNoise(segment, owed);
  }

  #applyFailure(segment: number, error: unknown): void {
    const owed = this.#open.get(segment);
    this.#output.push({ kind: 'failure', segment, error });
    if (owed !== undefined) this.#fail(segment, owed);
  }

  /** Settles a segment that the recogniser leaves unanswered, so that neither turn nor agent hangs. */
  #applyDeadline({ of, segment, createError }: Extract<TrackerEvent, { kind: 'deadline' }>): void {
    const owed = this.#open.get(segment);
    if (owed === undefined || (of === 'flush' && findPendingFlush(owed, this.#rules) === null)) return;
    this.#output.push({ kind: 'failure', segment, error: createError() });
    if (of === 'end') this.#settle(segment, 'timeout');
    else this.#applyEmpty(segment);
  }

  #applyLoss(error: unknown): void {
    const open = [...this.#open];
    this.#output.push({ kind: 'failure', segment: open[0]?.[0], error });
    for (const [segment, owed] of open) this.#fail(segment, owed);
  }

  /** Settles a segment that has ended, and any other at its end. */
  #fail(segment: number, owed: OpenSegment): void {
    if (owed.ended) this.#settle(segment, 'failed');
    else owed.failed = true;
  }

  #settle(segment: number, by: Settlement['by']): void {
    this.#open.delete(segment);
    this.#output.push({ kind: 'settled', segment, by });
  }

  /** Settles a segment that goes on without words, once until it has some. */
  #settleAsNoise(segment: number, owed: OpenSegment): void {
    if (owed.noise) return;
    owed.noise = true;
    this.#output.push({ kind: 'settled', segment, by: 'noise' });
  }
}

const NOTHING: readonly TrackedResult[] = [];

/** A segment that is not settled. */
class OpenSegment {
  /** Start of its audio, in audio time. */
  readonly startMs: number;
  ended: boolean = false;
  failed: boolean = false;
  noise: boolean = false;
  interim: string = '';
  voicedMs: number;
  /** Voiced time at the last new word. */
  wordAtMs: number = 0;
  flushesAnswered: number = 0;

  constructor({ atMs, voicedMs, audio }: Extract<VadEvent, { kind: 'started' }>) {
    this.startMs = atMs - sum(audio.map(durationMs));
    this.voicedMs = voicedMs;
  }

  /** Notes new words. */
  addWords(interim: string, atMs: number): void {
    this.interim = interim;
    this.noise = false;
    this.wordAtMs = atMs;
  }
}

/** Finds the flush that is not answered, and the voiced time that it covers. */
function findPendingFlush(
  { voicedMs, flushesAnswered }: OpenSegment,
  { flushAfterMs }: NoiseRules,
): { readonly atMs: number; readonly afterMs: number } | null {
  if (flushAfterMs === null || countFlushes(voicedMs, flushAfterMs) <= flushesAnswered) return null;
  return { atMs: (flushesAnswered + 1) * flushAfterMs, afterMs: flushAfterMs };
}
