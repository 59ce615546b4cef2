import { asArray, asNumber, asObject, asText } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';

/** What Deepgram makes of a stretch of audio; times in seconds of the audio that was sent on the connection. */
export interface Heard {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** None, where Deepgram does not time them. */
  readonly words: readonly HeardWord[];
  readonly confidence: number | null;
  /** Tag of the language that most of it is in, where the model tells several apart. */
  readonly language: string | null;
  /** Whether it will not change. */
  readonly final: boolean;
  /** Whether it is the answer to an end that was asked for. */
  readonly forced: boolean;
}

export interface HeardWord {
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
export function resultsOf(message: JsonObject): Heard | null {
  const [start, duration] = [asNumber(message['start']), asNumber(message['duration'])];
  if (message['type'] !== 'Results' || start === null || duration === null) return null;
  const best = asObject(asArray(asObject(message['channel'])?.['alternatives'])[0]);
  return {
    start,
    end: start + duration,
    text: asText(best?.['transcript']).trim(),
    words: wordsOf(best?.['words']),
    confidence: asNumber(best?.['confidence']),
    language: firstOf(best?.['languages']),
    final: message['is_final'] === true,
    forced: message['from_finalize'] === true,
  };
}

/** None, where not every word is timed. */
export function wordsOf(value: unknown): readonly HeardWord[] {
  const words = asArray(value).map(wordOf);
  return words.every((word) => word !== null) ? words : [];
}

function wordOf(value: unknown): HeardWord | null {
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
export function firstOf(languages: unknown): string | null {
  return asText(asArray(languages)[0]) || null;
}
