import * as z from 'zod';
import type { ChunkUsage } from '../../core/chunk.ts';
import { count } from '../../core/schema.ts';
import { WASTE_REASONS, type Cost, type Usage, type WasteReason } from '../../core/usage.ts';
import type { ClientUsage } from '../../core/protocol.ts';
import { sum } from '../../core/sum.ts';

/** The usage in the answer to `GET /v1/sessions/{id}`. */
export interface UsageResource {
  readonly stt: readonly {
    readonly provider: string;
    readonly model: string | null;
    readonly seconds: number;
    readonly cost?: string | undefined;
  }[];
  readonly tts: readonly {
    readonly provider: string;
    readonly model: string | null;
    readonly characters: number;
    readonly heard_characters: number;
    readonly cost?: string | undefined;
  }[];
  readonly llm: readonly {
    readonly model: string | null;
    readonly calls: number;
    readonly unreported_calls: number;
    readonly tokens: ChunkUsage;
    readonly wasted: Readonly<Record<WasteReason, ChunkUsage>>;
    readonly cost?: string | undefined;
  }[];
  readonly cost?: Cost | undefined;
}

export function toUsageResource({ stt, tts, llm, cost }: Usage): UsageResource {
  return {
    stt,
    tts: tts.map(({ heardCharacters: heard_characters, ...used }) => ({ ...used, heard_characters })),
    llm: llm.map(({ unreportedCalls: unreported_calls, ...used }) => ({ ...used, unreported_calls })),
    ...(cost === undefined ? {} : { cost }),
  };
}

const tokenCount = z.number().min(0);
const tokens = z.strictObject({
  prompt_tokens: tokenCount,
  completion_tokens: tokenCount,
  total_tokens: tokenCount,
  speech: z
    .strictObject({
      prompt_audio_tokens: tokenCount,
      completion_audio_tokens: tokenCount,
      cached_text_tokens: tokenCount,
      cached_audio_tokens: tokenCount,
    })
    .optional()
    .describe('Of a speech model: which of the tokens are audio, or were read from a cache.'),
});
const cost = z.string().describe('A decimal number.').optional();
const model = z.string().nullable().describe('Null if the provider names no model.');
const [superseded, interrupted, failed] = WASTE_REASONS;

export const usageSchema: z.ZodType<UsageResource> = z
  .strictObject({
    stt: z.array(z.strictObject({ provider: z.string(), model, seconds: z.number().min(0), cost })),
    tts: z.array(z.strictObject({ provider: z.string(), model, characters: count(), heard_characters: count(), cost })),
    llm: z.array(
      z.strictObject({
        model,
        calls: count(),
        unreported_calls: count().describe('Calls whose stream reported no tokens.'),
        tokens,
        wasted: z
          .strictObject({ [superseded]: tokens, [interrupted]: tokens, [failed]: tokens })
          .describe('Tokens of replies that were not used in full.'),
        cost,
      }),
    ),
    cost: z
      .strictObject({
        currency: z.string(),
        amount: z.string().describe('A decimal number.'),
        complete: z.boolean().describe('False if something has no price, or tokens were not reported.'),
      })
      .optional()
      .describe('Absent if the server has no prices.'),
  })
  .describe("The session's provider usage so far.");

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
