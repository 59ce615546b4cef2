import type { RoundProgress } from '../../core/turn.ts';
import type { Decision, FloorEvent } from '../floor/types.ts';

/** What happens in a session, as far as waits are made of it. */
export type Measured = FloorEvent | RoundProgress | Extract<Decision, { readonly kind: 'commit' | 'end_reply' }>;

/** Its time, on the scheduler's clock. */
export interface Moment {
  readonly now: number;
  /** When the audio up to its `atMs` had come; `now` for what has none. */
  readonly arrivedAt: number;
}

export interface Happened extends Moment {
  readonly event: Measured;
}
