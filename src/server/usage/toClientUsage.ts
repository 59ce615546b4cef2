import type { ClientUsage } from '../../core/protocol.ts';
import type { Usage } from '../../core/usage.ts';
import { sum } from '../../core/sum.ts';

/** Sums a usage for a client, which should learn neither the providers nor their costs. */
export function toClientUsage({ stt, tts, llm }: Usage): ClientUsage {
  const tokens = (kind: 'prompt_tokens' | 'completion_tokens'): number => sum(llm.map((used) => used.tokens[kind]));
  return {
    stt_seconds: Math.round(1000 * sum(stt.map(({ seconds }) => seconds))) / 1000,
    tts_characters: sum(tts.map(({ characters }) => characters)),
    heard_characters: sum(tts.map(({ heardCharacters }) => heardCharacters)),
    prompt_tokens: tokens('prompt_tokens'),
    completion_tokens: tokens('completion_tokens'),
    wasted_tokens: sum(llm.flatMap(({ wasted }) => Object.values(wasted).map(({ total_tokens }) => total_tokens))),
  };
}
