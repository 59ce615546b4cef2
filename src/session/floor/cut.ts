import { AntiphonError } from '../../core/errors.ts';
import type { Interruption } from '../../core/speech.ts';
import type { EndReason } from '../../core/turn.ts';
import { isAudible, isCutting } from './derive.ts';
import type { Draft } from './draft.ts';
import { decide, report, setFloor, setReply, setSpeech } from './draft.ts';
import { changePending, setPending, textOf } from './pending.ts';
import type { Speech } from './types.ts';

/** After so many cuts of one reply that brought no words, only words interrupt it. */
const WORDLESS_CUTS = 2;

/** The user's words take the floor: the reply ends, what was said over it is of the turn that waits. */
export function interruptWithWords(draft: Draft): void {
  const { reply } = draft.floor;
  if (reply === null) return;
  changePending(draft, (piece) => (piece.claim === 'overlapping' ? { ...piece, claim: 'live' } : piece));
  const wasHeard = isAudible(reply) || reply.suspended || reply.heardChars > 0;
  endReply(draft, wasHeard ? 'interrupted' : 'superseded');
}

/** The user asks for the floor while the agent is audible (the law, section 6). */
export function bargeIn(draft: Draft, { segment }: Interruption): void {
  const { reply, user, settings } = draft.floor;
  const piece = user.pending.findLast((other) => other.segment === segment && other.claim === 'overlapping');
  if (piece === undefined || reply === null || !isAudible(reply) || isCutting(reply)) return;
  if (!settings.allowInterruptions) return void setPending(draft, piece, { promoted: true });
  if (textOf(piece) !== '') return interruptWithWords(draft);
  if (reply.wordlessCuts >= WORDLESS_CUTS) return;
  if (!settings.resumeAfterFalseInterruption) return interruptWithWords(draft);
  setPending(draft, piece, { claim: 'live' });
  setReply(draft, { suspended: true });
  cutSpeech(draft, 'interruption');
}

/** The session's owner or the client wants silence: nothing is taken up, what was overheard waits. */
export function interruptOnRequest(draft: Draft): void {
  const { reply, settings } = draft.floor;
  if (reply === null) return;
  if (!settings.allowInterruptions) {
    return report(
      draft,
      new AntiphonError('interrupt_refused', 'interruptions are not allowed', { failure: false, turn: reply.turn }),
    );
  }
  changePending(draft, (piece) =>
    piece.claim === 'overlapping' ? { ...piece, claim: piece.open ? 'live' : 'deferred' } : piece,
  );
  endReply(draft, isAudible(reply) || reply.heardChars > 0 ? 'interrupted' : 'superseded');
}

/**
 * Cuts the reply's speech and cancels its source, in this order: its end would let a last frame out. It is over at once, or
 * when the client has said what it played.
 */
export function endReply(draft: Draft, reason: EndReason, cut: NonNullable<Speech['cut']> = 'interruption'): void {
  const { reply, rounds, queue } = draft.floor;
  if (reply === null || (isCutting(reply) && !reply.suspended)) return;
  const aborted = reply.aborted || reply.generating || rounds.some(({ turn }) => turn === reply.turn);
  if (cut !== 'session_end') decide(draft, { kind: 'cut_calls', turn: reply.turn, reason });
  cutSpeech(draft, cut);
  decide(draft, { kind: 'end_reply', turn: reply.turn, reason });
  setFloor(draft, { queue: queue.filter(({ kind }) => kind === 'respond') });
  setReply(draft, { generating: false, suspended: false, aborted });
  if (!isAudible(reply)) setFloor(draft, { reply: null });
}

function cutSpeech(draft: Draft, cut: NonNullable<Speech['cut']>): void {
  const { reply } = draft.floor;
  if (!reply?.speech || reply.speech.cut !== null) return;
  decide(draft, { kind: 'cut', turn: reply.turn, utterance: reply.speech.utterance });
  setSpeech(draft, { cut });
}
