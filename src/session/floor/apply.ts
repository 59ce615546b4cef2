import { addFiller, repeatFiller } from './fillers.ts';
import { bargeIn, interruptOnRequest } from './cut.ts';
import { decide, setFloor, type OpenStep } from './openStep.ts';
import { applyResults, cancelCall } from './results.ts';
import { applyEagerEnd } from './drafts.ts';
import { dropOpenWork, endSession } from './end.ts';
import { acceptTurn, answer, applyTurnEvent, collectCalls, handOff, requestReply, say } from './reply.ts';
import { applyPlayout, applySpeech } from './speech.ts';
import type { FloorEvent } from './types.ts';
import { applyEndpoint, applySettlement, applyVad } from './segments.ts';
import { addTyped, applyTranscript, interruptWithKey } from './transcripts.ts';
import { wake } from './wake.ts';

type Rules = { readonly [Kind in FloorEvent['kind']]: (step: OpenStep, event: FloorEvent & { kind: Kind }) => void };

/** The rule for each kind of event. `floor` handles the consequences that all kinds share. */
const rules: Rules = {
  started: applyVad,
  window: applyVad,
  truncated: applyVad,
  ended: applyVad,
  interim: applyTranscript,
  final: applyTranscript,
  settled: applySettlement,
  eager_end: applyEagerEnd,
  resumed: applyEagerEnd,
  typed: (step, { text }) => addTyped(step, text),
  digit: interruptWithKey,
  endpoint: applyEndpoint,
  barge_in: (step, { by }) => bargeIn(step, by),
  turn: (step, { turn }) => acceptTurn(step, turn),
  commit_done: (step) => setFloor(step, { committing: step.floor.committing - 1 }),
  reply: (step, { event }) => applyTurnEvent(step, event),
  calls: (step, { calls }) => collectCalls(step, calls),
  results: (step, { results }) => applyResults(step, results),
  speech: (step, { event }) => applySpeech(step, event),
  playout: (step, { event }) => applyPlayout(step, event),
  say: (step, { text, first, filler }) => (filler === true ? repeatFiller(step, text) : say(step, text, first)),
  filler: (step, { turn, text }) => addFiller(step, turn, text),
  interrupt: interruptOnRequest,
  respond: (step, { request }) => requestReply(step, request),
  add_messages: (step, { messages }) => decide(step, { kind: 'fact', fact: { kind: 'messages_added', messages } }),
  cancel: (step, { tool_call_id }) => cancelCall(step, tool_call_id),
  hand_off: handOff,
  answer: (step, { text }) => answer(step, text),
  end: endSession,
  terminate: dropOpenWork,
  wake,
  finish: () => {},
};

/** Applies the rule of the event's kind. */
export function apply(step: OpenStep, event: FloorEvent): void {
  const rule = rules[event.kind] as (step: OpenStep, event: FloorEvent) => void;
  rule(step, event);
}
