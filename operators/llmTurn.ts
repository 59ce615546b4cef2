import type { OperatorFunction } from 'rxjs';
import type { UserTurn } from '../src/core/speech.ts';
import type { TurnEvent } from '../src/core/turn.ts';
import { fromHandler } from '../src/stream/fromHandler.ts';
import { replies } from './llmTurn/replies.ts';
import type { LlmTurnOptions } from './llmTurn/llmTurnOptions.ts';

/**
 * Answers each user turn with the stream that `respond` returns. A stream that never pauses lets the event loop turn. Each
 * reply is a bracket `started … ended`, cut by the next turn, by `cut`, or by a failure. Completes with the turns and the last
 * reply; unsubscribing aborts the current request.
 *
 * ```text
 * userTurn  u-------U----------
 * first     --t--t--t--t|
 * second            -----t|
 * reply     s-t--t--(pS)-T(RE)    s started, t text, p superseded, r round, e complete
 * ```
 */
export function llmTurn(options: LlmTurnOptions): OperatorFunction<UserTurn, TurnEvent> {
  const { respond, report, scheduler } = options;
  return replies({
    ...options,
    chunks: (round) => fromHandler(({ signal }) => respond(round, signal), { report, scheduler }),
  });
}
