import { isDeepStrictEqual } from 'node:util';
import type { HandlerCall } from './played/handler.ts';
import type { PlayedConversation } from './played/runConversation.ts';

/**
 * Why an answer may not be what the model would have said. `asked otherwise`: its history would have been another one; the
 * recorded answer is used · `borrowed`: the turn has no recorded answer, that of a neighbour is used · `unanswered`: there is
 * none to use · `broke off`: the recorded answer was cut, and would have gone on.
 */
export type Caveat = 'asked otherwise' | 'borrowed' | 'unanswered' | 'broke off';

/** The marks of a turn's answer; the run with the recorded settings says what the model was asked. */
export function caveatsOf(turn: number, variant: PlayedConversation, baseline: PlayedConversation): readonly Caveat[] {
  const own = variant.calls.filter((call) => call.turn === turn);
  return [
    ...new Set(
      own.flatMap((call) => [...caveatsOfCall(call, baseline.calls), ...(call.brokeOff ? ['broke off' as const] : [])]),
    ),
  ];
}

function caveatsOfCall(call: HandlerCall, baseline: readonly HandlerCall[]): readonly Caveat[] {
  if (call.answer === 'borrowed') return ['borrowed'];
  if (call.answer === 'none') return ['unanswered'];
  const same = baseline.find(({ recorded, round }) => recorded === call.recorded && round === call.round);
  return isDeepStrictEqual(same?.messages, call.messages) ? [] : ['asked otherwise'];
}
