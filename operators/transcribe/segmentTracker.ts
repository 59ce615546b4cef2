import type { SttEvent } from '../../src/core/ports.ts';
import type { Settlement, VadEvent } from '../../src/core/speech.ts';
import { detailsOf } from '../../src/core/detailsOf.ts';
import { findPendingFlush, OpenSegment } from './openSegment.ts';
import type { NoiseRules, TrackedResult, TrackedSttEvent, TrackerEvent } from './trackerEvents.ts';
import { WordlessSounds } from './wordlessSounds.ts';

type Final = Extract<SttEvent, { kind: 'final' }>;
type Words = Extract<SttEvent, { kind: 'interim' | 'final' }>;

/** Assigns transcripts to segments, and settles each segment exactly once after its end. */
export class SegmentTracker {
  readonly #rules: NoiseRules;
  /** The segments that are not settled. */
  readonly #open: Map<number, OpenSegment> = new Map();
  readonly #sounds: WordlessSounds | null;
  #isComplete = false;
  #now = 0;
  #isAhead = false;
  #output: TrackedResult[] = [];

  constructor(rules: NoiseRules) {
    this.#rules = rules;
    this.#sounds = rules.wordless && new WordlessSounds(this.#open, rules.wordless);
  }

  /** Whether no segment follows, and all are settled. */
  get isOver(): boolean {
    return this.#isComplete && this.#open.size === 0;
  }

  /** Whether no segment is open and no answer is pending. */
  get isIdle(): boolean {
    return this.#open.size === 0;
  }

  /** When current sounds, or sounds whose words are still awaited, become noise; null if there are none. */
  get dueAt(): number | null {
    return this.#sounds?.dueAt ?? null;
  }

  /**
   * Returns the results of an event: reports first, then emissions. `isAhead`: the audio is read faster than it plays,
   * so the recogniser may lag behind and sounds do not count as noise.
   */
  update(event: TrackerEvent, now: number, isAhead: boolean): readonly TrackedResult[] {
    this.#now = now;
    this.#isAhead = isAhead;
    this.#apply(event);
    if (event.kind === 'due' || event.kind === 'waiting' || 'atMs' in event) this.#findNoise();
    if (this.#output.length === 0) return NOTHING;
    const output = this.#output;
    this.#output = [];
    return output;
  }

  #apply(event: TrackerEvent): void {
    switch (event.kind) {
      case 'started':
        return this.#applyStart(event);
      case 'window':
      case 'truncated':
      case 'ended':
        return this.#applyActivity(event);
      case 'over':
        this.#isComplete = true;
        return;
      case 'due':
        return;
      case 'waiting':
        return this.#sounds?.setWaiting(event.isWaiting);
      case 'stt':
        return this.#applyAnswer(event.event);
      case 'deadline':
        return this.#applyDeadline(event);
      case 'lost':
        return this.#applyLoss(event.error);
    }
  }

  #applyStart(event: Extract<VadEvent, { kind: 'started' }>): void {
    const owed = new OpenSegment(event, this.#now);
    this.#open.set(event.segment, owed);
    if (!this.#isAhead) this.#sounds?.start(owed, this.#now - event.voicedMs, this.#now);
  }

  #applyActivity(event: Exclude<VadEvent, { kind: 'started' }>): void {
    const { segment } = event;
    const owed = this.#open.get(segment);
    if (owed === undefined) return;
    const lateMs = this.#now - owed.timeOf(event.atMs, this.#now);
    if (event.kind === 'ended') this.#sounds?.delay(owed, lateMs);
    else this.#now -= lateMs;
    if (event.kind === 'truncated') return this.#sounds?.truncate(owed, this.#now);
    if (event.kind === 'ended') {
      owed.ended = true;
      if (owed.failed) this.#settle(segment, 'failed');
      return;
    }
    if (event.voicedMs === owed.voicedMs) return;
    if (!this.#isAhead) this.#sounds?.addSound(owed, this.#now - (event.voicedMs - owed.voicedMs), this.#now);
    owed.voicedMs = event.voicedMs;
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
    this.#addWords(segment, owed, text);
    this.#output.push({ kind: 'interim', segment, text, ...detailsOf(event) });
  }

  #applyFinal(event: Final): void {
    const { segment, text, last = true } = event;
    const owed = this.#open.get(segment);
    if (text.trim() === '') {
      if (!last) return;
      if (owed !== undefined && owed.interim !== '') this.#withdraw(owed, segment);
      return this.#applyEmpty(segment);
    }
    if (owed === undefined) this.#emitFinal(event);
    else this.#applyWords(event, owed);
  }

  #applyWords(event: Final, owed: OpenSegment): void {
    const { segment, last = true } = event;
    const flush = findPendingFlush(owed, this.#rules.flushAfterMs);
    const answersFlush = last && flush !== null;
    if (event.provisional === true && !answersFlush) return this.#applyProvisional(event, owed);
    this.#emitFinal(event);
    this.#addWords(segment, owed, '', flush?.atMs);
    if (owed.ended && last && !answersFlush) return this.#settle(segment, 'final');
    if (answersFlush) owed.flushesAnswered += 1;
  }

  #addWords(segment: number, owed: OpenSegment, interim: string, atMs = owed.voicedMs): void {
    owed.addWords(interim, atMs, this.#now);
    this.#sounds?.addWords(segment);
  }

  /** Emits a blank final, which replaces the interim. */
  #withdraw(owed: OpenSegment, segment: number): void {
    owed.interim = '';
    this.#output.push({ kind: 'final', segment, text: '' });
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

  /** Emits a finding about an open segment. Ignores findings about ended segments, which receive no more audio. */
  #applyTurn({ segment, state, confidence, atMs }: Extract<SttEvent, { kind: 'turn' }>): void {
    const owed = this.#open.get(segment);
    if (owed === undefined || owed.ended) return;
    const turn = { segment, state, confidence, atMs: atMs === undefined ? undefined : owed.startMs + atMs };
    this.#output.push({ kind: 'turn', turn });
  }

  #applyEmpty(segment: number): void {
    const owed = this.#open.get(segment);
    if (owed === undefined) return;
    const flush = findPendingFlush(owed, this.#rules.flushAfterMs);
    if (flush === null) return owed.ended ? this.#settle(segment, 'empty') : undefined;
    owed.flushesAnswered += 1;
    if (!owed.ended && flush.atMs - owed.wordAtMs >= flush.afterMs) this.#settleAsNoise(segment, owed);
  }

  #applyFailure(segment: number, error: unknown): void {
    const owed = this.#open.get(segment);
    this.#output.push({ kind: 'failure', segment, error });
    if (owed !== undefined) this.#fail(segment, owed);
  }

  /** Settles a segment that the recogniser leaves unanswered, so that neither the turn nor the agent hangs. */
  #applyDeadline({ of, segment, createError }: Extract<TrackerEvent, { kind: 'deadline' }>): void {
    const owed = this.#open.get(segment);
    if (owed === undefined || (of === 'flush' && findPendingFlush(owed, this.#rules.flushAfterMs) === null)) return;
    this.#output.push({ kind: 'failure', segment, error: createError() });
    if (of === 'end') this.#settle(segment, 'timeout');
    else this.#applyEmpty(segment);
  }

  #applyLoss(error: unknown): void {
    const open = [...this.#open];
    this.#output.push({ kind: 'failure', segment: open[0]?.[0], error });
    for (const [segment, owed] of open) this.#fail(segment, owed);
  }

  /** Settles the segment now if it has ended, otherwise when it ends. */
  #fail(segment: number, owed: OpenSegment): void {
    if (owed.ended) this.#settle(segment, 'failed');
    else owed.failed = true;
  }

  #findNoise(): void {
    const noise = this.#sounds?.takeNoise(this.#now) ?? null;
    if (noise !== null) for (const segment of noise) this.#output.push(createNoise(segment));
  }

  #settle(segment: number, by: Settlement['by']): void {
    if (this.#open.get(segment)?.hasWords === true) this.#sounds?.addWords(segment);
    this.#open.delete(segment);
    this.#output.push({ kind: 'settled', segment, by });
  }

  /** Settles a segment that continues without words, once until it has words. */
  #settleAsNoise(segment: number, owed: OpenSegment): void {
    if (owed.noise) return;
    owed.noise = true;
    this.#output.push(createNoise(segment));
  }
}

function createNoise(segment: number): Settlement {
  return { kind: 'settled', segment, by: 'noise' };
}

const NOTHING: readonly TrackedResult[] = [];
