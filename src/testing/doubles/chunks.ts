import type { ChatCompletionChunk, ChunkDelta } from '../../core/chunk.ts';

/** A chunk with text. All chunks of these functions belong to one completion: same id, time of creation and model. */
export function chunk(text: string): ChatCompletionChunk {
  return chunkOf({ content: text });
}

/** The first chunk of a completion: the role, no text. */
export function opening(): ChatCompletionChunk {
  return chunkOf({ role: 'assistant', content: '' });
}

/** A part of a streamed tool call: `id` and `name` in its first chunk, then pieces of its arguments. */
export interface ToolCallPart {
  /** Which call of the completion, from 0. Default 0. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** A piece of the JSON. Default `''`. */
  readonly arguments?: string | undefined;
}

/** A chunk with a part of a tool call. */
export function toolCallChunk(part: ToolCallPart): ChatCompletionChunk {
  const { index = 0, id, name, arguments: piece = '' } = part;
  const head = id === undefined ? {} : { id, type: 'function' as const };
  return chunkOf({
    tool_calls: [{ index, ...head, function: { ...(name === undefined ? {} : { name }), arguments: piece } }],
  });
}

/** The chunk that ends the generation. Default `stop`. */
export function finish(reason = 'stop'): ChatCompletionChunk {
  return chunkOf({}, reason);
}

/** The optional last chunk, without choices, with the token counts. */
export function usage(promptTokens: number, completionTokens: number): ChatCompletionChunk {
  const total_tokens = promptTokens + completionTokens;
  const counts = { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens };
  return { ...COMPLETION, choices: [], usage: counts };
}

const COMPLETION = { id: 'chatcmpl-double', object: 'chat.completion.chunk', created: 0, model: 'double' } as const;

/** Writes all fields out, so that all chunks have one hidden class, as those of a client that parses JSON have. */
function chunkOf(delta: ChunkDelta, reason: string | null = null): ChatCompletionChunk {
  const { id, object, created, model } = COMPLETION;
  return { id, object, created, model, choices: [{ index: 0, delta, finish_reason: reason }] };
}
