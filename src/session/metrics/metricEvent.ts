import type { ProviderProgress } from '../../core/ports.ts';
import type { RoundProgress, SpeechProgress } from '../../core/turn.ts';
import type { Decision } from '../floor/types.ts';
import type { InboxEvent } from '../graph/inbox.ts';

/** An event from which metrics are computed. */
export type MetricEvent =
  | InboxEvent
  | RoundProgress
  | ProviderProgress
  | SpeechProgress
  | Extract<Decision, { readonly kind: 'commit' | 'end_reply' }>;

/** The time of an event, on the scheduler's clock. */
export interface EventTime {
  readonly now: number;
  /** The arrival time of the audio up to the event's `atMs`; `now` for an event without audio. */
  readonly arrivedAt: number;
}

export interface TimedEvent extends EventTime {
  readonly event: MetricEvent;
}
