import type { ChatCompletionChunk, LLMResponseHandlerInput } from 'antiphon';
import OpenAI from 'openai';
import { DEFAULT_MODEL } from './completion.ts';

/**
 * Answers with a language model through the official client; `messages`, `tools` and the stream need no conversion. Reads
 * OPENAI_API_KEY, and optionally OPENAI_BASE_URL and OPENAI_MODEL.
 */
export function askModel({
  messages,
  tools,
  signal,
}: LLMResponseHandlerInput<object>): PromiseLike<AsyncIterable<ChatCompletionChunk>> {
  const { OPENAI_MODEL: model = DEFAULT_MODEL } = process.env;
  // This model calls functions in a chat completion only without reasoning, which would also take too long on the telephone.
  const effort = model === DEFAULT_MODEL && ({ reasoning_effort: 'none' } as const);
  return new OpenAI().chat.completions.create(
    { model, ...effort, messages, ...(tools && { tools }), stream: true },
    { signal },
  );
}
