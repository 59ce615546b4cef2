import { addFiller, repeatFiller } from './fillers.ts';
import { bargeIn, interruptOnRequest } from './cut.ts';
import { setFloor, type Draft } from './draft.ts';
import { applyEagerEnd } from './drafts.ts';
import { dropOpenWork, endSession } from './end.ts';
import { acceptTurn, answer, applyTurnEvent, collectCalls, completeCalls, handOff, say } from './reply.ts';
import { applyPlayout, applySpeech } from './speech.ts';
import type { FloorEvent } from './types.ts';
import { applyEndpoint, applySettlement, applyVad } from './segments.ts';
import { addTyped, applyTranscript, interruptWithKey } from './transcripts.ts';
import { wake } from './wake.ts';

type Rules = { readonly [Kind in FloorEvent['kind']]: (draft: Draft, event: FloorEvent & { kind: Kind }) => void };

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
  typed: (draft, { text }) => addTyped(draft, text),
  digit: interruptWithKey,
  endpoint: applyEndpoint,
  barge_in: (draft, { by }) => bargeIn(draft, by),
  turn: (draft, { turn }) => acceptTurn(draft, turn),
  commit_done: (draft) => setFloor(draft, { committing: draft.floor.committing - 1 }),
  reply: (draft, { event }) => applyTurnEvent(draft, event),
  calls: (draft, { calls }) => collectCalls(draft, calls),
  results: (draft, { results }) => completeCalls(draft, results),
  speech: (draft, { event }) => applySpeech(draft, event),
  playout: (draft, { event }) => applyPlayout(draft, event),
  say: (draft, { text, first, filler }) => (filler === true ? repeatFiller(draft, text) : say(draft, text, first)),
  filler: (draft, { turn, text }) => addFiller(draft, turn, text),
  interrupt: interruptOnRequest,
  respond: (draft) => setFloor(draft, { isRespondAsked: true }),
  hand_off: handOff,
  answer: (draft, { text }) => answer(draft, text),
  end: endSession,
  terminate: dropOpenWork,
  wake,
  finish: () => {},
};

/** Applies the rule of the event's kind. */
export function apply(draft: Draft, event: FloorEvent): void {
  const rule = rules[event.kind] as (draft: Draft, event: FloorEvent) => void;
  rule(draft, event);
}
