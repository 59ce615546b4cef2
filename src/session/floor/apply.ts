import { barge, interruptByOwner } from './cut.ts';
import type { Draft } from './draft.ts';
import { setFloor } from './draft.ts';
import { endSession, giveUp } from './end.ts';
import { callsCollected, callsExecuted, committed, generated, say } from './reply.ts';
import { played, voiced } from './speech.ts';
import type { FloorEvent } from './types.ts';
import { endpointed, heardVoice, heardWords, settled, typed } from './user.ts';
import { wake } from './wake.ts';

/** What an event means by itself; what follows from it is the same for all. */
export function apply(draft: Draft, event: FloorEvent): void {
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
    default:
      return applyOwner(draft, event);
  }
}

type OwnerSide = 'say' | 'interrupt' | 'end' | 'give_up' | 'wake' | 'finish';

function applyOwner(draft: Draft, event: Extract<FloorEvent, { kind: OwnerSide }>): void {
  switch (event.kind) {
    case 'say':
      return say(draft, event.text, event.first);
    case 'interrupt':
      return interruptByOwner(draft);
    case 'end':
      return endSession(draft, event);
    case 'give_up':
      return giveUp(draft);
    case 'wake':
      return wake(draft);
    case 'finish':
      return;
  }
}
