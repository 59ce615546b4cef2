import type { RecogniserTurnState } from '../../src/core/speech.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../../src/wire/json.ts';

/** A result for a stretch of audio, timed in seconds of the audio sent on the connection. */
export interface ListenResult {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The words; empty if they are not timed. */
  readonly words: readonly ListenWord[];
  readonly confidence: number | null;
  /** Tag of the main language, if the model distinguishes several. */
  readonly language: string | null;
  readonly isFinal: boolean;
  /** True if it answers a `Finalize` or `ForceEndTurn`. */
  readonly isRequested: boolean;
  /** The model's finding about the turn; absent if there is none. */
  readonly turn?: ListenTurn | undefined;
}

export interface ListenTurn {
  readonly state: RecogniserTurnState;
  readonly confidence: number | null;
}

export interface ListenWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number | null;
  readonly language: string | null;
  readonly speaker: string | null;
}

/**
 * Parses a `Results` message of `/v1/listen`; null for other messages and for one without a time range or a channel.
 * Ignores `speech_final`, because the session's own endpointing decides when the user has finished.
 */
export function parseResults(message: JsonObject): ListenResult | null {
  const [start, duration] = [asNumber(message['start']), asNumber(message['duration'])];
  if (message['type'] !== 'Results' || start === null || duration === null) return null;
  const channel = asObject(message['channel']);
  if (channel === null) return null;
  const best = asObject(asArray(channel['alternatives'])[0]);
  return {
    start,
    end: start + duration,
    text: asText(best?.['transcript']).trim(),
    words: parseWords(best?.['words']),
    confidence: asNumber(best?.['confidence']),
    language: parseLanguage(best?.['languages']),
    isFinal: message['is_final'] === true,
    isRequested: message['from_finalize'] === true,
  };
}

/** Parses the words; empty unless all are timed. */
export function parseWords(value: unknown): readonly ListenWord[] {
  const words = asArray(value).map(parseWord);
  return words.every((word) => word !== null) ? words : [];
}

function parseWord(value: unknown): ListenWord | null {
  const word = asObject(value);
  const text = asText(word?.['punctuated_word']) || asText(word?.['word']);
  const [start, end] = [asNumber(word?.['start']), asNumber(word?.['end'])];
  if (word === null || text === '' || start === null || end === null) return null;
  const speaker = asNumber(word['speaker']);
  return {
    text,
    start,
    end,
    confidence: asNumber(word['confidence']),
    language: asText(word['language']) || null,
    speaker: speaker === null ? null : `${speaker}`,
  };
}

/** Returns the first detected language, which is that of most of the text. */
export function parseLanguage(languages: unknown): string | null {
  return asText(asArray(languages)[0]) || null;
}
