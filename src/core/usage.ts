import type { ChunkUsage } from './chunk.ts';

/** What a session has used of its providers. The lists have one entry for each provider and model. */
export interface Usage {
  readonly stt: readonly SttUsage[];
  readonly tts: readonly TtsUsage[];
  readonly llm: readonly LlmUsage[];
  /** Absent without a table of prices. */
  readonly cost?: Cost | undefined;
}

/** The usage of a session that has not been opened. */
export const NO_USAGE: Usage = { stt: [], tts: [], llm: [] };

/** The use of a recogniser. */
export interface SttUsage {
  readonly provider: string;
  /** Null if the provider names none. */
  readonly model: string | null;
  /** Audio that was sent to it, in seconds to the millisecond. */
  readonly seconds: number;
  /** The part of the cost that is due to it: a decimal number. Absent without a price. */
  readonly cost?: string | undefined;
}

/** The use of a TTS provider. */
export interface TtsUsage {
  readonly provider: string;
  /** Null if the provider names none. */
  readonly model: string | null;
  /** Characters of text that were sent to it: Unicode code points. */
  readonly characters: number;
  /** Characters of text that the user heard. */
  readonly heardCharacters: number;
  /** The part of the cost that is due to it: a decimal number. Absent without a price. */
  readonly cost?: string | undefined;
}

/** The use of a model that `llm_response_handler` asks. */
export interface LlmUsage {
  /** The model that the chunks name; null if none came. */
  readonly model: string | null;
  /** Number of calls of the handler. */
  readonly calls: number;
  /** Number of those whose stream has reported no tokens: they were cancelled, failed, or do not report any. */
  readonly unreportedCalls: number;
  /** Tokens of all calls that reported them. */
  readonly tokens: ChunkUsage;
  /** Those of replies that were not used to their end. */
  readonly wasted: Readonly<Record<WasteReason, ChunkUsage>>;
  /** The part of the cost that is due to it: a decimal number. Absent without a price. */
  readonly cost?: string | undefined;
}

/**
 * Why the tokens of a reply were wasted. `superseded`: newer words came before it was heard · `interrupted`: it was heard in
 * part · `failed`: the handler or TTS failed.
 */
export type WasteReason = (typeof WASTE_REASONS)[number];

export const WASTE_REASONS = ['superseded', 'interrupted', 'failed'] as const;

/** Money. */
export interface Cost {
  /** As in the table of prices, such as `USD`. */
  readonly currency: string;
  /** A decimal number, such as `0.0123`: the sum of the parts, exactly. */
  readonly amount: string;
  /** False if anything that was used has no price, or tokens were not reported. */
  readonly complete: boolean;
}

/** A provider has answered for the first time since it was asked. */
export interface FirstByte {
  /**
   * `stt`: from the end of a segment to the end of the wait for its words · `llm`: from a call of the handler to its first chunk ·
   * `tts`: from the first text of an utterance to its first audio.
   */
  readonly kind: 'stt' | 'llm' | 'tts';
  /** Name of the provider; null for `llm`, which the handler chooses. */
  readonly provider: string | null;
  readonly ms: number;
}
