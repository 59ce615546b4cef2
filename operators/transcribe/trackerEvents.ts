import type { SttEvent } from '../../src/core/ports.ts';
import type { RecogniserTurn, Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import type { WordlessLimits } from './wordlessSounds.ts';

export type TrackerEvent =
  | VadEvent
  /** No more segments follow. */
  | { readonly kind: 'over' }
  /** The time returned by `dueAt` has come. */
  | { readonly kind: 'due' }
  /** Whether an answer is waiting for the user to fall silent. */
  | { readonly kind: 'waiting'; readonly isWaiting: boolean }
  | { readonly kind: 'stt'; readonly event: TrackedSttEvent }
  /** The recogniser's whole stream failed: no open segment will be answered. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** The final timeout after a flush or a segment's end has passed. */
  | {
      readonly kind: 'deadline';
      readonly of: 'flush' | 'end';
      readonly segment: number;
      /** Creates the error for an unanswered segment. Lazy, because most segments are answered. */
      readonly createError: () => unknown;
    };

/** Events of a recogniser that concern its segments. */
export type TrackedSttEvent = Exclude<SttEvent, { readonly kind: 'served' | 'used' }>;

export interface Failure {
  readonly kind: 'failure';
  /** Absent if the failure belongs to no particular segment. */
  readonly segment?: number | undefined;
  readonly error: unknown;
}

/** A final that did not arrive in time; the latest interim takes its place. */
export interface MissingFinal {
  readonly kind: 'missing';
  readonly segment: number;
}

export interface NoiseRules {
  /** When sounds without a new word become noise; null if the recogniser is flushed instead. */
  readonly wordless: WordlessLimits | null;
  /** Voiced time between two flushes of the recogniser; null: never flush. */
  readonly flushAfterMs: number | null;
}

/** A finding of the recogniser about the turn, in an open segment. */
export interface FoundTurn {
  readonly kind: 'turn';
  readonly turn: RecogniserTurn;
}

export type TrackedResult = Transcript | Settlement | Failure | MissingFinal | FoundTurn;
