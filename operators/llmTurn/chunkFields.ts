import type { ChunkUsage, SpeechTokens } from '../../src/core/chunk.ts';

/** Longest reported model name. */
const MAX_MODEL = 100;

/** Returns the model of an unchecked chunk, if it names one. */
export function modelOf(chunk: unknown): { readonly model?: string } {
  const { model } = (chunk ?? {}) as { readonly model?: unknown };
  return typeof model === 'string' && model !== '' ? { model: model.slice(0, MAX_MODEL) } : {};
}

/** Returns the usage of an unchecked chunk, if all its counts are numbers. */
export function usageOf(chunk: unknown): ChunkUsage | null {
  const { usage } = (chunk ?? {}) as { readonly usage?: Partial<Record<keyof ChunkUsage, unknown>> | null };
  if (typeof usage !== 'object' || usage === null) return null;
  const { prompt_tokens, completion_tokens, total_tokens, speech } = usage;
  if (!isCount(prompt_tokens) || !isCount(completion_tokens) || !isCount(total_tokens)) return null;
  return { prompt_tokens, completion_tokens, total_tokens, ...selectSpeech(speech) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Selects the counts of a speech model; other models have none. */
function selectSpeech(speech: unknown): { readonly speech?: SpeechTokens } {
  if (typeof speech !== 'object' || speech === null) return {};
  const { prompt_audio_tokens, completion_audio_tokens, cached_text_tokens, cached_audio_tokens } =
    speech as SpeechTokens;
  const counts = [prompt_audio_tokens, completion_audio_tokens, cached_text_tokens, cached_audio_tokens];
  if (!counts.every(isCount)) return {};
  return { speech: { prompt_audio_tokens, completion_audio_tokens, cached_text_tokens, cached_audio_tokens } };
}
