import type { Floor } from '../floor/state.ts';
import { isLive } from '../floor/user.ts';

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
