import type { ProviderProgress } from '../../core/ports.ts';
import type { RoundProgress, SpeechProgress } from '../../core/turn.ts';
import type { Decision } from '../floor/types.ts';
import type { InboxEvent } from '../sessionUpdate.ts';

/** An event from which metrics are computed. */
export type MetricEvent =
  | InboxEvent
  | RoundProgress
  | ProviderProgress
  | SpeechProgress
  | Extract<Decision, { readonly kind: 'commit' | 'end_reply' }>;
