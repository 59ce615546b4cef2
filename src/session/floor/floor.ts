import { apply } from './apply.ts';
import { commitGreetings, tryCommit } from './commit.ts';
import { createFloorState, createUser } from './create.ts';
import { openStep, decide, setFloor, closeStep, type OpenStep } from './openStep.ts';
import { reviseDraft } from './drafts.ts';
import { deferReady, finishIfDue } from './end.ts';
import { acceptTurn, beginNext, completeReply, respondIfAsked, resumeIfQuiet } from './reply.ts';
import { passResults } from './background.ts';
import { interruptForResult, replyToResults } from './results.ts';
import type { Floor, Step } from './state.ts';
import type { FloorEvent, FloorSettings } from './types.ts';

/** Creates the floor of a new session. Its turns count from `nextTurn`. */
export function createFloor(settings: FloorSettings, nextTurn = 0): Floor {
  return createFloorState({
    now: 0,
    settings,
    user: createUser({ openSegment: null, pending: [], closed: [], lastClosed: -1, closedWaits: false }),
    reply: null,
    rounds: [],
    background: [],
    due: [],
    repliesToResults: 0,
    queue: [],
    asked: false,
    sayWentFirst: false,
    remarks: [],
    unanswered: null,
    reserved: [],
    isRespondAsked: false,
    nextTurn,
    eagerText: null,
    drafted: null,
    committing: 0,
    commitDueAt: null,
    ending: null,
  });
}

/**
 * Decides whose turn it is, and what follows: the rules of turn-taking as one pure function. `now` is scheduler time in
 * ms. Reduces events in the order of their arrival; each yields the next floor and the decisions, in order. Events that
 * only continue what is under way go to `continueFloor` instead.
 */
export function floor(before: Floor, event: FloorEvent, now: number): Step {
  const step = openStep(before, now);
  if (before.ending?.phase === 'finishing' || before.ending?.phase === 'over') {
    applyAfterEnd(step, event);
    return closeStep(step);
  }
  apply(step, event);
  completeReply(step);
  deferReady(step);
  commitGreetings(step);
  tryCommit(step);
  respondIfAsked(step);
  resumeIfQuiet(step);
  interruptForResult(step);
  replyToResults(step);
  beginNext(step);
  passResults(step);
  reviseDraft(step);
  finishIfDue(step);
  return closeStep(step);
}

/** Accepts the last message, which returns through its splice, and ends the session at `finish`. */
function applyAfterEnd(step: OpenStep, event: FloorEvent): void {
  const { ending } = step.floor;
  if (ending?.phase !== 'finishing') return;
  if (event.kind === 'turn') acceptTurn(step, event.turn);
  if (event.kind !== 'finish') return;
  decide(step, { kind: 'ended', reason: ending.reason });
  setFloor(step, { ending: { phase: 'over' } });
}
