import { isDeepStrictEqual } from 'node:util';
import type { HandlerCall } from './played/handlerCall.ts';
import type { PlayedConversation } from './played/playedConversation.ts';

/**
 * The reason why an answer may not be what the model would have said. `asked otherwise`: the model would have got another history; the
 * recorded answer is used · `borrowed`: the turn has no recorded answer; that of a neighbouring turn is used · `unanswered`:
 * there is no answer to use · `answered live`: an agent of the application was asked for an answer that was not recorded · `broke off`: the
 * recorded answer was cut; its rest is not known.
 */
export type Caveat = 'asked otherwise' | 'borrowed' | 'unanswered' | 'answered live' | 'broke off';

/** Finds the caveats of a turn's answer; `baseline` is the run with the recorded settings. */
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
