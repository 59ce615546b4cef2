import { joinText } from '../../core/text.ts';
import type { EagerEnd, UserTurn } from '../../core/speech.ts';
import { hasWords } from './backchannels.ts';
import { decide, setFloor, type OpenStep } from './openStep.ts';
import { textOf } from './pending.ts';
import type { Floor } from './state.ts';
import { isLive, isOverlapping, isSpeaking, PAUSE_MS, type PendingSpeech, type SpokenSegment } from './user.ts';

/**
 * Returns the scheduler time at which to request the answer to the waiting turn ahead; null: never. The agent must be
 * idle, and either all words are final and the user pauses, or the turn is probably over.
 */
export function draftAt(floor: Floor): number | null {
  if (!floor.settings.preemptiveGeneration || floor.drafted !== null) return null;
  const waiting = selectWaiting(floor);
  if (waiting.length === 0) return null;
  if (floor.eagerText === joinText(...waiting.map(textOf))) return floor.now;
  if (!waiting.every(isFinal)) return null;
  return waiting.reduce((at, speech) => Math.max(at, pauseAt(speech)), floor.now);
}

/** Requests the answer to the waiting turn ahead, if it is time. */
export function draftTurn(step: OpenStep): void {
  const { floor } = step;
  const at = draftAt(floor);
  if (at === null || at > floor.now) return;
  const drafted: UserTurn = { turn: floor.nextTurn, text: joinText(...selectWaiting(floor).map(textOf)) };
  setFloor(step, { drafted });
  decide(step, { kind: 'draft', turn: drafted });
}

/** Notes that the waiting turn is probably over, or drops the answer that was requested ahead because it is not. */
export function applyEagerEnd(step: OpenStep, { kind }: EagerEnd): void {
  const waiting = selectWaiting(step.floor);
  const isOver = kind === 'eager_end' && waiting.length > 0;
  setFloor(step, { eagerText: isOver ? joinText(...waiting.map(textOf)) : null });
  if (kind === 'eager_end') return draftTurn(step);
  if (step.floor.drafted === null || isBeingCommitted(step.floor)) return;
  setFloor(step, { drafted: null });
  decide(step, { kind: 'draft', turn: null });
}

/** Drops the answer that was requested ahead if its turn has changed, or is answered without it. */
export function reviseDraft(step: OpenStep): void {
  const { drafted } = step.floor;
  if (drafted === null || isBeingCommitted(step.floor)) return;
  const waiting = selectWaiting(step.floor);
  if (waiting.length > 0 && joinText(...waiting.map(textOf)) === drafted.text) return;
  const { reply } = step.floor;
  const isTaken = reply?.origin === 'answer' && reply.turn === drafted.turn;
  setFloor(step, { drafted: null });
  if (!isTaken) decide(step, { kind: 'draft', turn: null });
}

function isBeingCommitted({ committing, queue }: Floor): boolean {
  return committing > 0 || queue.some(({ kind }) => kind === 'respond');
}

/**
 * Selects the speech of the turn that would be committed next; empty if the agent is doing anything, or typed text is
 * committed at once.
 */
function selectWaiting(floor: Floor): readonly PendingSpeech[] {
  const { ending, reply, rounds, queue, committing, user } = floor;
  if (ending !== null || reply !== null || rounds.length > 0 || queue.length > 0 || committing > 0) return [];
  const candidates = user.pending.filter((speech) => !isOverlapping(speech));
  if (candidates.some(({ kind }) => kind === 'typed')) return [];
  return candidates.some((speech) => isLive(speech) && hasWords(floor, speech)) ? candidates : [];
}

function isFinal(speech: PendingSpeech): boolean {
  return speech.kind === 'typed' || speech.text.interim === null;
}

/** Returns when speech will have paused if it does not continue. */
function pauseAt(speech: PendingSpeech): number {
  return isSpeaking(speech) ? ((speech as SpokenSegment).voice?.lastVoicedAt ?? 0) + PAUSE_MS : 0;
}
