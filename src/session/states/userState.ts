import type { Floor } from '../floor/state.ts';
import { isLive } from '../floor/user.ts';
import type { PendingInput } from '../../core/checkpoint.ts';

/**
 * The state of the user:
 *
 * - `silent`: does nothing
 * - `speaking`: speaks, as far as is known; noise no longer counts once it is recognised
 * - `endpointing`: has spoken or typed, and the turn is not yet committed
 */
export type UserState = 'silent' | 'speaking' | 'endpointing';

export function userStateOf({ user, ending }: Floor): UserState {
  if (ending?.phase === 'over') return 'silent';
  if (user.openSegment?.speaking === true) return 'speaking';
  return user.pending.some(isLive) ? 'endpointing' : 'silent';
}

export const NOTHING_PENDING: PendingInput = { texts: 0, speech: false };

/** Returns the user's input that is not yet in the history, or `before` if it has not changed. */
export function pendingInputOf({ user: { pending, openSegment } }: Floor, before: PendingInput): PendingInput {
  const texts = pending.length === 0 ? 0 : pending.filter(({ kind }) => kind === 'typed').length;
  const speech = pending.length > texts || openSegment?.speaking === true;
  return texts === before.texts && speech === before.speech ? before : { texts, speech };
}
