import type { ChatCompletionChunk, ChunkDelta } from '../../core/chunk.ts';

/**
 * Creates a chunk with text. All chunks of these functions belong to one completion: same id, creation time and model.
 *
 * @example
 * ```ts
 * import { chunk, finish } from 'antiphon/testing';
 *
 * export async function* llm_response_handler() {
 *   yield chunk('Good evening.');
 *   yield finish();
 * }
 * ```
 */
export function chunk(text: string): ChatCompletionChunk {
  return chunkOf({ content: text });
}

/**
 * Creates the first chunk of a completion, with the role and no text.
 *
 * @example
 * ```ts
 * import { chunk, finish, opening } from 'antiphon/testing';
 * import { of } from 'rxjs';
 *
 * export const llm_response_handler = () => of(opening(), chunk('Good'), chunk(' evening.'), finish());
 * ```
 */
export function opening(): ChatCompletionChunk {
  return chunkOf({ role: 'assistant', content: '' });
}

/** A part of a streamed tool call: `id` and `name` in its first chunk, then pieces of its arguments. */
export interface ToolCallPart {
  /** Index of the call in the completion. Default 0. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** A piece of the JSON. Default `''`. */
  readonly arguments?: string | undefined;
}

/**
 * Creates a chunk with a part of a tool call.
 *
 * @example
 * ```ts
 * import { finish, toolCallChunk } from 'antiphon/testing';
 * import { of } from 'rxjs';
 *
 * const [begins, goesOn] = [{ id: 'call-1', name: 'book_table', arguments: '{"people"' }, { arguments: ':2}' }];
 * export const llm_response_handler = () => of(toolCallChunk(begins), toolCallChunk(goesOn), finish('tool_calls'));
 * ```
 */
export function toolCallChunk(part: ToolCallPart): ChatCompletionChunk {
  const { index = 0, id, name, arguments: piece = '' } = part;
  const head = id === undefined ? {} : { id, type: 'function' as const };
  return chunkOf({
    tool_calls: [{ index, ...head, function: { ...(name === undefined ? {} : { name }), arguments: piece } }],
  });
}

/**
 * Creates the chunk that ends the generation. Default reason: `stop`.
 *
 * @example
 * ```ts
 * import { chunk, finish } from 'antiphon/testing';
 * import { of } from 'rxjs';
 *
 * // An answer that the model's limit cuts short: the session reports `reply_truncated`.
 * export const llm_response_handler = () => of(chunk('We opened in nineteen'), finish('length'));
 * ```
 */
export function finish(reason = 'stop'): ChatCompletionChunk {
  return chunkOf({}, reason);
}

/**
 * Creates the optional last chunk, with the token counts and without choices.
 *
 * @example
 * ```ts
 * import { chunk, finish, usage } from 'antiphon/testing';
 * import { of } from 'rxjs';
 *
 * export const llm_response_handler = () => of(chunk('At eight?'), finish(), usage(120, 3)); // 123 tokens
 * ```
 */
export function usage(promptTokens: number, completionTokens: number): ChatCompletionChunk {
  const total_tokens = promptTokens + completionTokens;
  const counts = { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens };
  return { ...COMPLETION, choices: [], usage: counts };
}

const COMPLETION = { id: 'chatcmpl-double', object: 'chat.completion.chunk', created: 0, model: 'double' } as const;

/**
 * Creates a chunk with all fields written out, so that all chunks share one hidden class, like those of a client that
 * parses JSON.
 */
function chunkOf(delta: ChunkDelta, reason: string | null = null): ChatCompletionChunk {
  const { id, object, created, model } = COMPLETION;
  return { id, object, created, model, choices: [{ index: 0, delta, finish_reason: reason }] };
}
