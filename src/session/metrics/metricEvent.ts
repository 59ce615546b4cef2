import type { RoundProgress } from '../../core/turn.ts';
import type { Decision, FloorEvent } from '../floor/types.ts';

/** An event that metrics are computed from. */
export type MetricEvent = FloorEvent | RoundProgress | Extract<Decision, { readonly kind: 'commit' | 'end_reply' }>;

/** The time of an event, on the scheduler's clock. */
export interface EventTime {
  readonly now: number;
  /** When the audio up to its `atMs` had come; `now` for what has none. */
  readonly arrivedAt: number;
}

export interface TimedEvent extends EventTime {
  readonly event: MetricEvent;
}
