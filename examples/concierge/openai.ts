import type { ChatCompletionChunk, LLMResponseHandlerInput } from 'antiphon';
import OpenAI from 'openai';

/**
 * Answers with a language model, through the official client: `messages` and `tools` go there as they are, its stream comes
 * back as it is. Reads OPENAI_API_KEY, and if they are set OPENAI_BASE_URL and OPENAI_MODEL.
 */
export function askModel({
  messages,
  tools,
  signal,
}: LLMResponseHandlerInput<object>): PromiseLike<AsyncIterable<ChatCompletionChunk>> {
  const { OPENAI_MODEL: model = 'gpt-4o-mini' } = process.env;
  return new OpenAI().chat.completions.create({ model, messages, ...(tools && { tools }), stream: true }, { signal });
}
