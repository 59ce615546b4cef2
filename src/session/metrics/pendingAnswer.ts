import type { TimestampProvider } from 'rxjs';
import type { ChunkUsage } from '../../core/chunk.ts';
import type { Metric, MetricPart, PreemptiveMetric } from '../../core/metric.ts';
import type { PlayoutEvent } from '../../core/playout.ts';
import type { EndReason, RoundProgress, SpeechEvent, TurnEvent } from '../../core/turn.ts';
import { addTokens } from '../../core/usage.ts';
import { addPreemptive, type PreemptiveEvent } from './preemptive.ts';
import { measureParts, type Span, type UserWait } from './wait.ts';

export interface PendingAnswerOptions {
  readonly turn: number;
  readonly user: UserWait;
  /** The work done ahead; null: none. */
  readonly preemptive: PreemptiveMetric | null;
  readonly clock: TimestampProvider;
}

/** The known progress of the chunks of a reply. */
export type ChunkProgress = Extract<RoundProgress, { readonly kind: 'called' | 'chunk' | 'usage' }>;

/**
 * An answer that the user waits for, or that is audible but not yet completely generated. The methods that add an event
 * return true when no further event can change the metric.
 */
export class PendingAnswer {
  readonly turn: number;
  readonly #user: UserWait;
  readonly #clock: TimestampProvider;
  readonly #spans: Span[];
  #preemptive: PreemptiveMetric | null;
  #state: 'waiting' | 'heard' | 'unheard' = 'waiting';
  /**
   * The reply that gives the answer. It is not the one to the turn once an agent has handed the turn over without a
   * word.
   */
  #reply: number;
  /** The current part of the wait. */
  #phase: MetricPart = 'handler';
  #generation: 'running' | 'done' | 'cut' | 'handed_over' = 'running';
  /** The current utterance; null: none. */
  #utterance: string | null = null;
  /** `cut`: the utterance was cut and may be resumed. */
  #speech: 'none' | 'text' | 'audio' | 'cut' = 'none';
  /** The usage reported by each round of each reply. */
  #usage: Map<string, ChunkUsage> | null = null;

  /** Begins when the handler is called for the first time. */
  constructor({ turn, user, preemptive, clock }: PendingAnswerOptions) {
    this.turn = turn;
    this.#user = user;
    this.#clock = clock;
    this.#spans = [{ part: 'floor', untilAt: clock.now() }];
    this.#preemptive = preemptive;
    this.#reply = turn;
  }

  addPreemptive(event: PreemptiveEvent): void {
    this.#preemptive = addPreemptive(this.#preemptive, event);
  }

  addChunks(event: ChunkProgress): void {
    if (event.turn !== this.#reply) return;
    if (event.kind === 'usage') {
      this.#usage ??= new Map();
      this.#usage.set(`${event.turn}.${event.round}`, event.usage);
    } else if (event.kind === 'chunk') {
      if (this.#phase === 'handler') this.#enter('sentence');
    } else if (this.#phase === 'functions') this.#enter('handler');
  }

  /** Adds an event of a reply. The reply after one that was handed over without a word gives the answer. */
  addReply(event: TurnEvent): boolean {
    if (event.kind === 'started' && this.#generation === 'handed_over') {
      this.#reply = event.turn;
      this.#generation = 'running';
    }
    if (event.turn !== this.#reply) return false;
    switch (event.kind) {
      case 'text':
        if (this.#phase === 'handler' || this.#phase === 'functions') this.#enter('sentence');
        return false;
      case 'round':
        if (event.calls.length > 0 && (this.#phase === 'handler' || this.#phase === 'sentence'))
          this.#enter('functions');
        return false;
      case 'ended':
        return this.#endGeneration();
      default:
        return false;
    }
  }

  /**
   * Handles the end of a reply. A failed reply is still spoken as far as it goes, and so is one that another agent
   * continues. Audio that was sent may have been played.
   */
  endReply(turn: number, reason: EndReason): boolean {
    if (turn !== this.#reply || reason === 'failed') return false;
    if (reason === 'complete') {
      if (this.#state === 'waiting' && this.#speech === 'none') this.#generation = 'handed_over';
      return false;
    }
    this.#generation = 'cut';
    return this.#phase === 'transport' ? this.#isComplete() : this.giveUp();
  }

  addSpeech(event: SpeechEvent): boolean {
    if (event.kind === 'started' && event.turn === this.#reply) {
      this.#utterance = event.utterance;
      this.#speech = 'text';
    }
    if (event.utterance !== this.#utterance || this.#speech !== 'text') return false;
    switch (event.kind) {
      case 'text':
        this.#enter('tts');
        return false;
      case 'audio':
        this.#speech = 'audio';
        this.#enter('held');
        return false;
      case 'ended':
        this.#utterance = null;
        this.#speech = 'none';
        return this.#endIfSilent();
      default:
        return false;
    }
  }

  addPlayout(event: PlayoutEvent): boolean {
    if (event.utterance !== this.#utterance) return false;
    switch (event.kind) {
      case 'sent':
        this.#enter('transport');
        return false;
      case 'started':
        return this.#conclude('heard', event.lateMs);
      case 'stopped':
        return event.samples > 0 ? this.#conclude('heard') : this.#clear();
      default:
        return false;
    }
  }

  /** Ends the session: a turn that was handed over will not be answered. */
  endSession(): boolean {
    return this.#generation === 'handed_over' && this.giveUp();
  }

  /** Ends the wait for an answer that will not be heard. Does not change an answer that was heard. */
  giveUp(): boolean {
    return this.#conclude('unheard');
  }

  createMetric(): Metric {
    return {
      turn: this.turn,
      heard: this.#state === 'heard',
      ...measureParts(this.#user, this.#spans),
      usage: this.#usage === null ? null : [...this.#usage.values()].reduce(addTokens),
      ...(this.#preemptive !== null && { preemptive: this.#preemptive }),
    };
  }

  /** Handles a cut before any sound. Keeps waiting for a reply that may still be resumed. */
  #clear(): boolean {
    if (this.#generation === 'cut') return this.giveUp();
    this.#utterance = null;
    this.#speech = 'cut';
    this.#enter('held');
    return this.#isComplete();
  }

  #endGeneration(): boolean {
    if (this.#generation === 'running') this.#generation = 'done';
    return this.#endIfSilent();
  }

  #endIfSilent(): boolean {
    const isOver = this.#generation === 'done' || this.#generation === 'cut';
    return isOver && this.#speech === 'none' ? this.giveUp() : this.#isComplete();
  }

  #enter(phase: MetricPart): void {
    if (this.#state !== 'waiting' || phase === this.#phase) return;
    this.#spans.push({ part: this.#phase, untilAt: this.#clock.now() });
    this.#phase = phase;
  }

  /** Ends the wait, which was over `agoMs` ago. */
  #conclude(state: 'heard' | 'unheard', agoMs = 0): boolean {
    if (this.#state === 'waiting') {
      this.#spans.push({ part: this.#phase, untilAt: this.#clock.now() - agoMs });
      this.#state = state;
    }
    return this.#isComplete();
  }

  #isComplete(): boolean {
    return this.#state === 'unheard' || (this.#state === 'heard' && this.#generation !== 'running');
  }
}
