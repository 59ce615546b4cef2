import { AntiphonError } from '../../core/errors.ts';
import { tryCommit } from './commit.ts';
import { barge, interruptByOwner } from './cut.ts';
import { isHeld, slowReplyAt, UNINTERRUPTIBLE_WAIT_MS } from './derive.ts';
import type { Draft } from './draft.ts';
import { decide, draftOf, report, setFloor, setReply, stepOf } from './draft.ts';
import { endSession, finishIfDue, shelve } from './end.ts';
import {
  beginNext,
  callsCollected,
  callsExecuted,
  committed,
  completeReply,
  generated,
  say,
  takeUpIfQuiet,
} from './reply.ts';
import { played, voiced } from './speech.ts';
import type { Floor, FloorEvent, FloorSettings, Reply, Step } from './types.ts';
import { endpointed, heardVoice, heardWords, settled, typed } from './user.ts';

export function emptyFloor(settings: FloorSettings): Floor {
  return {
    now: 0,
    settings,
    user: { speaking: false, pieces: [], fates: [], openSegment: null },
    reply: null,
    rounds: [],
    queue: [],
    nextTurn: 0,
    committing: 0,
    commitDueAt: null,
    ending: null,
    over: false,
  };
}

/**
 * Who has the floor, and what follows from it: the law of turn-taking as one pure function. `now` is scheduler time in ms.
 * Events are reduced in the order of their arrival; each yields the floor after it and what is to be done, in order.
 */
export function floor(before: Floor, event: FloorEvent, now: number): Step {
  const draft = draftOf({ ...before, now });
  if (before.over) {
    afterTheEnd(draft, event);
    return stepOf(draft);
  }
  apply(draft, event);
  completeReply(draft);
  shelve(draft);
  tryCommit(draft);
  takeUpIfQuiet(draft);
  beginNext(draft);
  finishIfDue(draft);
  return stepOf(draft);
}

function apply(draft: Draft, event: FloorEvent): void {
  switch (event.kind) {
    case 'started':
    case 'window':
    case 'truncated':
    case 'ended':
      return heardVoice(draft, event);
    case 'interim':
    case 'final':
      return heardWords(draft, event);
    case 'settled':
      return settled(draft, event);
    case 'typed':
      return typed(draft, event.text);
    case 'endpoint':
      return endpointed(draft);
    case 'barge':
      return barge(draft, event.by);
    default:
      return applyAgentSide(draft, event);
  }
}

type UserSide =
  | 'started'
  | 'window'
  | 'truncated'
  | 'ended'
  | 'interim'
  | 'final'
  | 'settled'
  | 'typed'
  | 'endpoint'
  | 'barge';

function applyAgentSide(draft: Draft, event: Exclude<FloorEvent, { kind: UserSide }>): void {
  switch (event.kind) {
    case 'turn':
      return committed(draft, event.turn);
    case 'told':
      return setFloor(draft, { committing: draft.floor.committing - 1 });
    case 'reply':
      return generated(draft, event.event);
    case 'calls':
      return callsCollected(draft, event.calls);
    case 'results':
      return callsExecuted(draft, event.results);
    case 'speech':
      return voiced(draft, event.event);
    case 'playout':
      return played(draft, event.event);
    case 'say':
      return say(draft, event.text, event.first);
    case 'interrupt':
      return interruptByOwner(draft);
    case 'end':
      return endSession(draft, event);
    case 'wake':
      return wake(draft);
    case 'finish':
      return;
  }
}

function wake(draft: Draft): void {
  const { now, commitDueAt, reply } = draft.floor;
  if (commitDueAt !== null && now >= commitDueAt + UNINTERRUPTIBLE_WAIT_MS) {
    decide(draft, { kind: 'settle_calls', result: 'still running' });
  }
  if (reply !== null && now >= slowReplyAt(reply)) reportSlow(draft, reply);
}

function reportSlow(draft: Draft, reply: Reply): void {
  setReply(draft, { slowReports: reply.slowReports + 1 });
  const phase = phaseOf(draft.floor, reply);
  report(
    draft,
    new AntiphonError('slow_reply', `no sound for 8 s: ${phase}`, { failure: false, turn: reply.turn, phase }),
  );
}

function phaseOf(floor: Floor, { turn, suspended, speech, generating }: Reply): string {
  if (suspended) return 'suspended';
  if (isHeld(floor)) return 'held';
  if (floor.rounds.some((round) => round.turn === turn)) return 'functions';
  if (speech !== null && !speech.done && !generating) return 'tts';
  return generating ? 'handler' : 'playout';
}

/** The last message still comes back through its splice; then nothing more. */
function afterTheEnd(draft: Draft, event: FloorEvent): void {
  const { ending } = draft.floor;
  if (ending === null) return;
  if (event.kind === 'turn') committed(draft, event.turn);
  if (event.kind !== 'finish') return;
  decide(draft, { kind: 'ended', reason: ending.reason });
  setFloor(draft, { ending: null });
}
