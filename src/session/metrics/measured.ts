import type { RoundProgress } from '../../core/turn.ts';
import type { Decision, FloorEvent } from '../floor/types.ts';

/** What happens in a session, as far as waits are made of it. */
export type Measured = FloorEvent | RoundProgress | Extract<Decision, { readonly kind: 'commit' | 'end_reply' }>;
