import type { PendingInput } from '../../core/checkpoint.ts';
import type { Floor } from '../floor/state.ts';

export const NOTHING_PENDING: PendingInput = { texts: 0, speech: false };

/** Returns the user's input that is not yet in the history, or `before` if it has not changed. */
export function pendingInputOf({ user: { pending, openSegment } }: Floor, before: PendingInput): PendingInput {
  const texts = pending.length === 0 ? 0 : pending.filter(({ kind }) => kind === 'typed').length;
  const speech = pending.length > texts || openSegment?.speaking === true;
  return texts === before.texts && speech === before.speech ? before : { texts, speech };
}
