import type { OperatorFunction } from 'rxjs';
import type { UserTurn } from '../src/core/speech.ts';
import type { TurnEvent } from '../src/core/turn.ts';
import { fromHandler } from '../src/stream/fromHandler.ts';
import { replies } from './llmTurn/replies.ts';
import type { LlmTurnOptions } from './llmTurn/llmTurnOptions.ts';

/**
 * Answers each user turn with the stream that `respond` returns. Yields to the event loop even if a stream never
 * pauses. Each reply is a bracket `started … ended`; the next turn, `cut` or a failure can cut it short. Completes when
 * the turns have completed and the last reply has ended. Unsubscribing aborts the current request.
 *
 * ```text
 * userTurn  u-------U----------
 * first     --t--t--t--t|
 * second            -----t|
 * reply     s-t--t--(pS)-T(RE)    s started, t text, p superseded, r round, e complete
 * ```
 *
 * @example
 * ```ts
 * import { llmTurn } from 'antiphon/operators';
 * import OpenAI from 'openai';
 * import { of } from 'rxjs';
 *
 * const { completions } = new OpenAI().chat;
 * const respond = llmTurn({
 *   respond: ({ turn: { text: content } }, signal) =>
 *     completions.create({ model: 'gpt-6-luna', messages: [{ role: 'user', content }], stream: true }, { signal }),
 * });
 * of({ turn: 0, text: 'a table for two' })
 *   .pipe(respond)
 *   .subscribe((event) => console.log(event));
 * ```
 */
export function llmTurn(options: LlmTurnOptions): OperatorFunction<UserTurn, TurnEvent> {
  const { respond, report, scheduler } = options;
  return replies({
    ...options,
    chunks: (round) => fromHandler(({ signal }) => respond(round, signal), { report, scheduler }),
  });
}
