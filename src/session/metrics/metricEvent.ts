import type { RoundProgress } from '../../core/turn.ts';
import type { Decision, FloorEvent } from '../floor/types.ts';

/** What happens in a session, as far as waits are made of it. */
export type MetricEvent = FloorEvent | RoundProgress | Extract<Decision, { readonly kind: 'commit' | 'end_reply' }>;

/** Its time, on the scheduler's clock. */
export interface EventTime {
  readonly now: number;
  /** When the audio up to its `atMs` had come; `now` for what has none. */
  readonly arrivedAt: number;
}

export interface TimedEvent extends EventTime {
  readonly event: MetricEvent;
}
