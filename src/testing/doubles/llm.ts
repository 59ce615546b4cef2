import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import { asyncScheduler, defer, identity, throwError, type Observable, type SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../../core/chunk.ts';
import type { SubscriptionLedger } from '../../stream/subscriptionLedger.ts';
import { checkReply, LLM_BEHAVIOUR, streamReply, type LlmBehaviour, type LlmReply } from './streamReply.ts';

export interface LlmDoubleOptions extends LlmBehaviour {
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Counts live subscriptions, as `llm`. */
  readonly ledger?: SubscriptionLedger | undefined;
}

const OPTIONS: NameSet<keyof LlmDoubleOptions> = { ...LLM_BEHAVIOUR, scheduler: true, ledger: true };

/** An `llm_response_handler` with the inputs of its calls. */
export interface LlmDouble<Input> {
  (input: Input): Observable<ChatCompletionChunk>;
  readonly inputs: readonly Input[];
}

/**
 * Creates an `llm_response_handler` that returns the given replies one after another, as valid chunks: the role, then
 * one chunk per token, then the calls in pieces, then the finish reason. A reply may be computed from the input. A call
 * beyond the last reply fails.
 *
 * @example
 * ```ts runnable
 * import { createAgentDouble, createLlmDouble, score } from 'antiphon/testing';
 *
 * const llm_response_handler = createLlmDouble(['Good evening.', { text: 'At eight?', firstTokenMs: 400 }]);
 * await score(createAgentDouble({ llm_response_handler }), ({ user, agent }) => {
 *   user.types('1s', 'hello');
 *   user.types('4s', 'a table for two');
 *   agent.heard('Good evening.');
 *   agent.heard('At eight?');
 * });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option, including one in a reply
 */
export function createLlmDouble<Input = unknown>(
  replies: readonly (string | LlmReply | ((input: Input) => string | LlmReply))[],
  options: LlmDoubleOptions = {},
): LlmDouble<Input> {
  checkOptions('createLlmDouble', options, OPTIONS);
  for (const [at, reply] of replies.entries())
    if (typeof reply !== 'function') checkReply(`createLlmDouble.replies[${at}]`, reply);
  const { scheduler = asyncScheduler, ledger } = options;
  const inputs: Input[] = [];
  const handler = (input: Input): Observable<ChatCompletionChunk> => {
    const scripted = replies[inputs.length];
    inputs.push(input);
    if (scripted === undefined) return throwError(() => createTooManyCallsError(replies.length, inputs.length));
    return defer(() => {
      const reply = typeof scripted === 'function' ? scripted(input) : scripted;
      return streamReply({ ...options, ...(typeof reply === 'string' ? { text: reply } : reply) }, scheduler);
    }).pipe(ledger?.track('llm') ?? identity);
  };
  return Object.assign(handler, { inputs });
}

function createTooManyCallsError(replies: number, call: number): Error {
  return new Error(`the LLM double has ${replies} replies and was called ${call} times`);
}
