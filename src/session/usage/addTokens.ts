import type { ChunkUsage } from '../../core/chunk.ts';

export const NO_TOKENS: ChunkUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** Adds the tokens of two completions. */
export function addTokens(one: ChunkUsage, other: ChunkUsage): ChunkUsage {
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
  };
}
