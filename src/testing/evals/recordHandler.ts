import type { ChatCompletionChunk, HandlerStream } from '../../core/chunk.ts';
import { AntiphonError } from '../../core/errors.ts';
import { fromHandler } from '../../stream/fromHandler.ts';
import { asyncScheduler, defer, from, lastValueFrom, map, switchMap, toArray, type Observable } from 'rxjs';
import type { LLMResponseHandlerInput } from '../../session/agent.ts';
import type { Cassette } from './cassette.ts';

/**
 * Records the answers of the agent's own handler in a cassette, keyed by messages and functions. Afterwards they are
 * replayed at once.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { openCassette, recordHandler, score } from 'antiphon/testing';
 *
 * declare const agent: Agent;
 * const cassette = openCassette('tests/booking.json');
 * const llm_response_handler = recordHandler(agent.llm_response_handler.bind(agent), cassette);
 * await score({ ...agent, llm_response_handler }, ({ user, agent: expected }) => {
 *   user.says('1s', 'a table for two', '1200ms');
 *   expected.calls('book_table', { people: 2 });
 * });
 * ```
 */
export function recordHandler<SessionData extends object>(
  handler: (input: LLMResponseHandlerInput<SessionData>) => HandlerStream<ChatCompletionChunk>,
  cassette: Cassette,
): (input: LLMResponseHandlerInput<SessionData>) => Observable<ChatCompletionChunk> {
  return (input) => {
    const asked = { messages: input.messages, tools: input.tools ?? [] };
    const options = { report: () => {}, scheduler: asyncScheduler };
    const ask = (): Promise<unknown> =>
      lastValueFrom(fromHandler(() => handler(input), options).pipe(toArray(), map(joinChunks)));
    return defer(() => from(cassette.answer('handler', asked, ask))).pipe(
      switchMap((answer) => from(readChunks(answer, cassette))),
    );
  };
}

type Choice = ChatCompletionChunk['choices'][number];
type CallPart = NonNullable<Choice['delta']['tool_calls']>[number];

/** Joins the chunks of an answer into one, plus one with its usage, to keep the recording readable. */
function joinChunks(chunks: readonly ChatCompletionChunk[]): readonly ChatCompletionChunk[] {
  const [first] = chunks;
  if (first === undefined) return [];
  const choices = chunks.flatMap((chunk) => chunk.choices.slice(0, 1));
  const content = choices.map(({ delta }) => delta.content ?? '').join('');
  const calls = joinCalls(choices.flatMap(({ delta }) => delta.tool_calls ?? []));
  const finish_reason = choices.findLast((choice) => choice.finish_reason !== null)?.finish_reason ?? null;
  const usage = chunks.findLast((chunk) => (chunk.usage ?? null) !== null)?.usage;
  const refusal = choices.map(({ delta }) => delta.refusal ?? '').join('');
  const delta = {
    role: 'assistant' as const,
    content,
    ...(refusal !== '' && { refusal }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return [{ ...first, choices: [{ index: 0, delta, finish_reason }], ...((usage ?? null) !== null && { usage }) }];
}

function joinCalls(parts: readonly CallPart[]): readonly CallPart[] {
  const calls = new Map<number, CallPart>();
  for (const part of parts) {
    const call = calls.get(part.index);
    const json = (call?.function?.arguments ?? '') + (part.function?.arguments ?? '');
    const name = (call?.function?.name ?? '') + (part.function?.name ?? '');
    calls.set(part.index, { ...part, ...call, function: { name, arguments: json } });
  }
  return [...calls.values()];
}

function readChunks(answer: unknown, { path }: Cassette): readonly ChatCompletionChunk[] {
  if (Array.isArray(answer)) return answer as readonly ChatCompletionChunk[];
  throw new AntiphonError('cassette_invalid', `"${path}": expected chunks of the handler, got ${typeof answer}`);
}
