import {
  asyncScheduler,
  concat,
  defer,
  identity,
  NEVER,
  of,
  throwError,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { ChatCompletionChunk } from '../../core/chunk.ts';
import type { SubscriptionLedger } from '../../stream/subscriptionLedger.ts';
import { chunk, finish, opening, toolCallChunk } from './chunks.ts';
import { paced } from '../../stream/paced.ts';
import { pause } from '../../stream/pause.ts';

/** The pace of a completion. */
export interface LlmBehaviour {
  /** Time to the first chunk, in ms. Default 0: in the same instant. */
  readonly firstTokenMs?: number | undefined;
  /** Time between tokens, in ms. Default 0. */
  readonly tokenMs?: number | undefined;
  /** Stops emitting after so many tokens. Default: never. */
  readonly stallAfterTokens?: number | undefined;
  /** Fails after so many tokens. Default: never. */
  readonly failAfterTokens?: number | undefined;
}

/** The reply to one call of the handler. */
export interface LlmReply extends LlmBehaviour {
  /** A string streams word by word; an array as it is. Default: no text. */
  readonly text?: string | readonly string[] | undefined;
  /** Functions to call, after the text; `arguments` other than strings become JSON. */
  readonly calls?: readonly { readonly name: string; readonly arguments?: unknown; readonly id?: string | undefined }[];
  /** Default `tool_calls` if there are calls, else `stop`. */
  readonly finishReason?: string | undefined;
}

export interface LlmDoubleOptions extends LlmBehaviour {
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Counts live subscriptions, as `llm`. */
  readonly ledger?: SubscriptionLedger | undefined;
}

/** An `llm_response_handler` with the inputs of its calls. */
export interface LlmDouble<Input> {
  (input: Input): Observable<ChatCompletionChunk>;
  readonly inputs: readonly Input[];
}

/**
 * An `llm_response_handler` that gives the replies in turn, as valid chunks: the role, then one chunk per
 * token, then the calls in pieces, then the finish reason. A reply may be computed from the input. A call beyond the last
 * reply fails.
 */
export function createLlmDouble<Input = unknown>(
  replies: readonly (string | LlmReply | ((input: Input) => string | LlmReply))[],
  options: LlmDoubleOptions = {},
): LlmDouble<Input> {
  const { scheduler = asyncScheduler, ledger } = options;
  const inputs: Input[] = [];
  const handler = (input: Input): Observable<ChatCompletionChunk> => {
    const scripted = replies[inputs.length];
    inputs.push(input);
    if (scripted === undefined) return throwError(() => createTooManyCallsError(replies.length, inputs.length));
    return defer(() => {
      const reply = typeof scripted === 'function' ? scripted(input) : scripted;
      const manner = typeof reply === 'string' ? { ...options, text: reply } : { ...options, ...reply };
      return streamReply(manner, scheduler);
    }).pipe(ledger?.track('llm') ?? identity);
  };
  return Object.assign(handler, { inputs });
}

function streamReply(reply: LlmReply, scheduler: SchedulerLike): Observable<ChatCompletionChunk> {
  const { firstTokenMs = 0, tokenMs = 0, calls = [], finishReason = calls.length > 0 ? 'tool_calls' : 'stop' } = reply;
  const tokens = [...tokensOf(reply.text ?? '').map(chunk), ...calls.flatMap(callTokens)];
  const streamed = tokens.slice(0, limitOf(reply));
  return concat(
    pause(firstTokenMs, scheduler),
    of(opening()),
    paced(streamed, (_, index) => (index < streamed.length - 1 ? tokenMs : 0), scheduler),
    tokens.length < limitOf(reply) ? of(finish(finishReason)) : stallOrFail(reply),
  );
}

function tokensOf(text: string | readonly string[]): readonly string[] {
  return typeof text === 'string' ? (text.match(/\s*\S+|\s+$/g) ?? []) : text;
}

function callTokens(call: NonNullable<LlmReply['calls']>[number], index: number): ChatCompletionChunk[] {
  const { name, id = `call-${index}` } = call;
  const whole = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {});
  const half = Math.ceil(whole.length / 2);
  return [
    toolCallChunk({ index, id, name }),
    toolCallChunk({ index, arguments: whole.slice(0, half) }),
    toolCallChunk({ index, arguments: whole.slice(half) }),
  ];
}

function limitOf({ stallAfterTokens, failAfterTokens }: LlmBehaviour): number {
  return Math.min(stallAfterTokens ?? Number.POSITIVE_INFINITY, failAfterTokens ?? Number.POSITIVE_INFINITY);
}

function stallOrFail(manner: LlmBehaviour): Observable<never> {
  if (manner.stallAfterTokens === limitOf(manner)) return NEVER;
  return throwError(() => new Error('the LLM double fails, as configured'));
}

function createTooManyCallsError(replies: number, call: number): Error {
  return new Error(`the LLM double has ${replies} replies and was called ${call} times`);
}
