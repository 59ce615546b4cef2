import { apply } from './apply.ts';
import { tryCommit } from './commit.ts';
import type { Draft } from './draft.ts';
import { decide, createDraft, setFloor, stepOf } from './draft.ts';
import { finishIfDue, deferSettled } from './end.ts';
import { beginNext, acceptTurn, completeReply, resumeIfQuiet } from './reply.ts';
import { floorShape } from './shapes.ts';
import type { Floor, FloorEvent, FloorSettings, Step } from './types.ts';

export function createFloor(settings: FloorSettings): Floor {
  return {
    now: 0,
    settings,
    user: { speaking: false, pending: [], closed: [], openSegment: null },
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
  const draft = createDraft(floorShape({ ...before, now }));
  if (before.over) {
    applyAfterEnd(draft, event);
    return stepOf(draft);
  }
  apply(draft, event);
  completeReply(draft);
  deferSettled(draft);
  tryCommit(draft);
  resumeIfQuiet(draft);
  beginNext(draft);
  finishIfDue(draft);
  return stepOf(draft);
}

/** The last message still comes back through its splice; then nothing more. */
function applyAfterEnd(draft: Draft, event: FloorEvent): void {
  const { ending } = draft.floor;
  if (ending === null) return;
  if (event.kind === 'turn') acceptTurn(draft, event.turn);
  if (event.kind !== 'finish') return;
  decide(draft, { kind: 'ended', reason: ending.reason });
  setFloor(draft, { ending: null });
}
