import { isDeepStrictEqual } from 'node:util';
import type { HandlerCall } from './played/handlerCall.ts';
import type { PlayedConversation } from './played/playedConversation.ts';

/**
 * The reason why an answer may differ from what the model would have said. `asked otherwise`: the model would have
 * received a different history; the recorded answer is used · `borrowed`: the turn has no recorded answer; a
 * neighbouring turn's is used · `unanswered`: there is no answer to use · `answered live`: an agent of the application
 * gave an answer that was not recorded · `broke off`: the recorded answer was cut off; its remainder is unknown ·
 * `stopped`: the run stopped in this turn.
 */
export type Caveat = 'asked otherwise' | 'borrowed' | 'unanswered' | 'answered live' | 'broke off' | 'stopped';

/** Finds the caveats of a turn's answer. `baseline` is the run with the recorded settings. */
export function findCaveats(
  turn: number,
  variant: PlayedConversation,
  baseline: PlayedConversation,
): readonly Caveat[] {
  const own = variant.calls.filter((call) => call.turn === turn);
  return [...new Set(own.flatMap((call) => findCallCaveats(call, baseline.calls)))];
}

function findCallCaveats(call: HandlerCall, baseline: readonly HandlerCall[]): readonly Caveat[] {
  const brokeOff: readonly Caveat[] = call.brokeOff ? ['broke off'] : [];
  if (call.answer === 'live') return ['answered live'];
  if (call.answer === 'borrowed') return ['borrowed', ...brokeOff];
  if (call.answer === 'none') return ['unanswered', ...brokeOff];
  const same = baseline.find(
    ({ turn, answer, place }) => turn >= 0 && answer === 'own' && isDeepStrictEqual(place, call.place),
  );
  return isDeepStrictEqual(same?.messages, call.messages) ? brokeOff : ['asked otherwise', ...brokeOff];
}
