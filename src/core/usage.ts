import type { ChunkUsage, SpeechTokens } from './chunk.ts';

/** A session's usage of its providers. The lists have one entry for each provider and model. */
export interface Usage {
  readonly stt: readonly SttUsage[];
  readonly tts: readonly TtsUsage[];
  readonly llm: readonly LlmUsage[];
  /** The cost. Absent without a price table. */
  readonly cost?: Cost | undefined;
}

/** The usage of a session that has not been opened. */
export const NO_USAGE: Usage = { stt: [], tts: [], llm: [] };

/** The use of a recogniser. */
export interface SttUsage {
  readonly provider: string;
  /** Name of the model; null if the provider does not name one. */
  readonly model: string | null;
  /** Audio sent to it, in seconds to the millisecond. */
  readonly seconds: number;
  /** Its share of the cost, as a decimal number. Absent without a price. */
  readonly cost?: string | undefined;
}

/** The use of a TTS provider. */
export interface TtsUsage {
  readonly provider: string;
  /** Name of the model; null if the provider does not name one. */
  readonly model: string | null;
  /** Characters of text sent to it, in Unicode code points. */
  readonly characters: number;
  /** Characters of text that the user heard. */
  readonly heardCharacters: number;
  /** Its share of the cost, as a decimal number. Absent without a price. */
  readonly cost?: string | undefined;
}

/** The use of a model that `llm_response_handler` asks, or of a speech model. */
export interface LlmUsage {
  /** The model that the chunks name; null if no chunk arrived. */
  readonly model: string | null;
  /** Number of calls of the handler. */
  readonly calls: number;
  /** Number of calls whose stream reported no tokens, because it was cancelled, failed, or does not report them. */
  readonly unreportedCalls: number;
  /** Tokens of all calls that reported them. */
  readonly tokens: ChunkUsage;
  /** Tokens of replies that were not fully used. */
  readonly wasted: Readonly<Record<WasteReason, ChunkUsage>>;
  /** Its share of the cost, as a decimal number. Absent without a price. */
  readonly cost?: string | undefined;
}

/**
 * Why the tokens of a reply were wasted. `superseded`: newer words came before it was heard · `interrupted`: it was
 * heard in part · `failed`: the handler or TTS failed.
 */
export type WasteReason = (typeof WASTE_REASONS)[number];

export const WASTE_REASONS = ['superseded', 'interrupted', 'failed'] as const;

export const NO_TOKENS: ChunkUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** Adds the tokens of two completions. */
export function addTokens(one: ChunkUsage, other: ChunkUsage): ChunkUsage {
  const speech = addSpeechTokens(one.speech, other.speech);
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
    ...(speech && { speech }),
  };
}

function addSpeechTokens(one: SpeechTokens | undefined, other: SpeechTokens | undefined): SpeechTokens | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    prompt_audio_tokens: one.prompt_audio_tokens + other.prompt_audio_tokens,
    completion_audio_tokens: one.completion_audio_tokens + other.completion_audio_tokens,
    cached_text_tokens: one.cached_text_tokens + other.cached_text_tokens,
    cached_audio_tokens: one.cached_audio_tokens + other.cached_audio_tokens,
  };
}

/** An amount of money. */
export interface Cost {
  /** The currency in the price table, such as `USD`. */
  readonly currency: string;
  /** A decimal number, such as `0.0123`: the sum of the parts, exactly. */
  readonly amount: string;
  /** False if any usage has no price, or tokens were not reported. */
  readonly complete: boolean;
}

/** A provider's first response to a request. */
export interface FirstByte {
  /**
   * `stt`: from the end of a segment to the end of the wait for its words · `llm`: from a call of the handler to its
   * first chunk · `tts`: from the first text of an utterance to its first audio.
   */
  readonly kind: 'stt' | 'llm' | 'tts';
  /** Name of the provider; null for `llm`, which the handler chooses. */
  readonly provider: string | null;
  readonly ms: number;
}
