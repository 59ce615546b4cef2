import { bargeIn, interruptOnRequest } from './cut.ts';
import type { Draft } from './draft.ts';
import { setFloor } from './draft.ts';
import { endSession, dropOpenWork } from './end.ts';
import { collectCalls, completeCalls, acceptTurn, applyTurnEvent, say } from './reply.ts';
import { applyPlayout, applySpeech } from './speech.ts';
import type { FloorEvent } from './types.ts';
import { endpointed, applyVad, applyTranscript, applySettlement, addTyped } from './user.ts';
import { wake } from './wake.ts';

/** What an event means by itself; what follows from it is the same for all. */
export function apply(draft: Draft, event: FloorEvent): void {
  switch (event.kind) {
    case 'started':
    case 'window':
    case 'truncated':
    case 'ended':
      return applyVad(draft, event);
    case 'interim':
    case 'final':
      return applyTranscript(draft, event);
    case 'settled':
      return applySettlement(draft, event);
    case 'typed':
      return addTyped(draft, event.text);
    case 'endpoint':
      return endpointed(draft);
    case 'barge_in':
      return bargeIn(draft, event.by);
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
  | 'barge_in';

function applyAgentSide(draft: Draft, event: Exclude<FloorEvent, { kind: UserSide }>): void {
  switch (event.kind) {
    case 'turn':
      return acceptTurn(draft, event.turn);
    case 'commit_done':
      return setFloor(draft, { committing: draft.floor.committing - 1 });
    case 'reply':
      return applyTurnEvent(draft, event.event);
    case 'calls':
      return collectCalls(draft, event.calls);
    case 'results':
      return completeCalls(draft, event.results);
    case 'speech':
      return applySpeech(draft, event.event);
    case 'playout':
      return applyPlayout(draft, event.event);
    default:
      return applyOwner(draft, event);
  }
}

type OwnerSide = 'say' | 'interrupt' | 'end' | 'terminate' | 'wake' | 'finish';

function applyOwner(draft: Draft, event: Extract<FloorEvent, { kind: OwnerSide }>): void {
  switch (event.kind) {
    case 'say':
      return say(draft, event.text, event.first);
    case 'interrupt':
      return interruptOnRequest(draft);
    case 'end':
      return endSession(draft, event);
    case 'terminate':
      return dropOpenWork(draft);
    case 'wake':
      return wake(draft);
    case 'finish':
      return;
  }
}
