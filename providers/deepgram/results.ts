import { asArray, asNumber, asObject, asText } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';

/** What Deepgram makes of a stretch of audio; times in seconds of the audio that was sent on the connection. */
export interface ListenResult {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** None, where Deepgram does not time them. */
  readonly words: readonly ListenWord[];
  readonly confidence: number | null;
  /** Tag of the language that most of it is in, where the model tells several apart. */
  readonly language: string | null;
  /** Whether it will not change. */
  readonly isFinal: boolean;
  /** Whether it is the answer to an end that was asked for. */
  readonly isRequested: boolean;
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
 * A `Results` message of `/v1/listen`; null for any other, and for one that does not say of which audio it speaks.
 * `speech_final` is left alone: whether the user has finished is decided by the session's own endpointing.
 */
export function parseResults(message: JsonObject): ListenResult | null {
  const [start, duration] = [asNumber(message['start']), asNumber(message['duration'])];
  if (message['type'] !== 'Results' || start === null || duration === null) return null;
  const best = asObject(asArray(asObject(message['channel'])?.['alternatives'])[0]);
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

/** None, where not every word is timed. */
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

/** The first of the languages that were detected: that of most of the text. */
export function parseLanguage(languages: unknown): string | null {
  return asText(asArray(languages)[0]) || null;
}
