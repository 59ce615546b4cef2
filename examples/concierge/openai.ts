import type { ChatCompletionChunk, LLMResponseHandlerInput } from 'antiphon';
import OpenAI from 'openai';
import { DEFAULT_MODEL } from './model.ts';

/**
 * Answers with a language model, through the official client: `messages` and `tools` go there as they are, its stream comes
 * back as it is. Reads OPENAI_API_KEY, and if they are set OPENAI_BASE_URL and OPENAI_MODEL.
 */
export function askModel({
  messages,
  tools,
  signal,
}: LLMResponseHandlerInput<object>): PromiseLike<AsyncIterable<ChatCompletionChunk>> {
  const { OPENAI_MODEL: model = DEFAULT_MODEL } = process.env;
  // It calls functions in a chat completion only where it does not reason first, which a caller would not wait for either.
  const effort = model === DEFAULT_MODEL && ({ reasoning_effort: 'none' } as const);
  return new OpenAI().chat.completions.create(
    { model, ...effort, messages, ...(tools && { tools }), stream: true },
    { signal },
  );
}
