import { AntiphonError } from '../../core/errors.ts';
import type { FunctionCalls, FunctionResults, TurnEvent } from '../../core/turn.ts';
import type { UserTurn } from '../../core/speech.ts';
import { isSayRequest, isUserActive, canBegin } from './derive.ts';
import type { Draft } from './draft.ts';
import { decide, report, setFloor, setReply, emitFact } from './draft.ts';
import { resolveOverlapping } from './overlapping.ts';
import type { QueuedReply, Reply } from './types.ts';

/** A text that is no part of a round: what the reply says before and after it is joined to it by a space. */
export const SAY_ROUND = -1;

/** A commit has passed its splice: it is a message, and wants an answer. */
export function acceptTurn(draft: Draft, turn: UserTurn): void {
  const content = turn.text.trim();
  if (content === '') return;
  emitFact(draft, { kind: 'user_message', content });
  if (draft.floor.ending === null) enqueue(draft, { kind: 'respond', turn });
}

/** Within the reply under way where that is still generated; else as a reply of its own. */
export function say(draft: Draft, text: string, first: boolean): void {
  const { reply } = draft.floor;
  if (text.trim() === '') return;
  if (!reply?.generating || reply.suspended)
    return enqueue(draft, { kind: 'say', text, source: first ? 'first_message' : 'say' });
  decide(draft, { kind: 'say', turn: reply.turn, text, begin: false });
}

/** What the reply's source generates. */
export function applyTurnEvent(draft: Draft, event: TurnEvent): void {
  const { reply } = draft.floor;
  if (reply === null || event.turn !== reply.turn) return;
  if (event.kind === 'text') {
    const delta = event.round === SAY_ROUND ? ` ${event.delta} ` : event.delta;
    setReply(draft, { roundText: reply.roundText + delta, hasText: reply.hasText || delta.trim() !== '' });
  }
  if (event.kind === 'ended')
    setReply(draft, { generating: false, aborted: reply.aborted || event.reason !== 'complete' });
}

export function collectCalls(draft: Draft, { turn, round, calls }: FunctionCalls): void {
  const { reply, rounds } = draft.floor;
  const said = reply?.turn === turn ? reply.roundText.trim() : '';
  setFloor(draft, { rounds: [...rounds, { turn, round, calls, roundText: said }] });
  emitFact(draft, { kind: 'calls_collected', calls });
}

export function completeCalls(draft: Draft, { turn, round, results }: FunctionResults): void {
  const { reply, rounds } = draft.floor;
  const executed = rounds.find((other) => other.turn === turn && other.round === round);
  if (executed === undefined) return;
  setFloor(draft, { rounds: rounds.filter((other) => other !== executed) });
  if (reply?.turn === turn) setReply(draft, { roundText: '' });
  emitFact(draft, { kind: 'calls_executed', turn, round, said: executed.roundText, calls: executed.calls, results });
}

/** The reply is over when nothing more of it is generated, executed or heard. */
export function completeReply(draft: Draft): void {
  const { reply, rounds } = draft.floor;
  if (reply === null || reply.generating || reply.suspended || reply.speech !== null) return;
  if (!reply.aborted && rounds.some(({ turn }) => turn === reply.turn)) return;
  if (!reply.hasText && !reply.aborted) reportEmpty(draft, reply.turn);
  resolveOverlapping(draft);
  setFloor(draft, { reply: null });
}

/** A suspended reply goes on where the user's segments have settled empty. */
export function resumeIfQuiet(draft: Draft): void {
  const { reply, user } = draft.floor;
  if (reply?.suspended !== true || reply.speech !== null || isUserActive(user)) return;
  setReply(draft, {
    suspended: false,
    wordlessCuts: reply.wordlessCuts + 1,
    speech: createRequestedSpeech(draft.floor.now),
  });
  decide(draft, { kind: 'resume', turn: reply.turn, from: reply.heardChars });
}

/** Begins what is next in the queue once nothing is under way. */
export function beginNext(draft: Draft): void {
  const [next, ...rest] = draft.floor.queue;
  if (next === undefined || !canBegin(draft.floor)) return;
  setFloor(draft, { queue: rest });
  if (next.kind === 'respond') {
    setFloor(draft, { reply: createReply(draft, next.turn.turn, 'answer') });
    return decide(draft, next);
  }
  const turn = draft.floor.nextTurn;
  setFloor(draft, { nextTurn: turn + 1, reply: createReply(draft, turn, next.source) });
  decide(draft, { kind: 'say', turn, text: next.text, begin: true });
}

/** An answer goes in front of what the owner wants said, and in the place of one that has not begun: it answers both. */
function enqueue(draft: Draft, intent: QueuedReply): void {
  const { queue } = draft.floor;
  const kept = intent.kind === 'respond' ? queue.filter(({ kind }) => kind !== 'respond') : queue;
  const behind = intent.kind === 'respond' ? kept.filter(isSayRequest) : [];
  setFloor(draft, { queue: [...kept.filter((other) => !behind.includes(other)), intent, ...behind] });
}

function createReply({ floor: { now } }: Draft, turn: number, source: Reply['source']): Reply {
  return {
    turn,
    source,
    roundText: '',
    generating: true,
    hasText: false,
    speech: null,
    aborted: false,
    suspended: false,
    wordlessCuts: 0,
    heardChars: 0,
    slowReports: 0,
    lastSoundAt: now,
  };
}

/** Stands for an utterance that was asked for and has not begun. */
function createRequestedSpeech(now: number): NonNullable<Reply['speech']> {
  return { utterance: '', hasAudio: false, done: false, audible: false, started: false, lastSentAt: now, cut: null };
}

function reportEmpty(draft: Draft, turn: number): void {
  report(draft, new AntiphonError('empty_reply', 'a reply completed with nothing said', { failure: false, turn }));
}
