import type { Floor } from '../floor/state.ts';
import { isLive } from '../floor/userState.ts';

/**
 * What the user does:
 *
 * - `silent`: nothing
 * - `speaking`: speaks, as far as is known; noise no longer counts once it is known as such
 * - `endpointing`: has spoken or typed, and the turn is not committed yet
 */
export type UserState = 'silent' | 'speaking' | 'endpointing';

export function userStateOf({ user, ending }: Floor): UserState {
  if (ending?.phase === 'over') return 'silent';
  if (user.openSegment?.speaking === true) return 'speaking';
  return user.pending.some(isLive) ? 'endpointing' : 'silent';
}
