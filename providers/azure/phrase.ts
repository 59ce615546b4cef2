import type { TranscriptDetails, TranscriptWord } from '../../src/core/speech.ts';
import { detailsOf } from '../../src/core/detailsOf.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../../src/wire/json.ts';
import { msOfTicks } from './usp.ts';

/** Parses the text of a simple or detailed `speech.phrase`. A detailed phrase gives its best alternative. */
export function parseText(phrase: JsonObject): string {
  const best = parseBest(phrase);
  return asText(best?.['Display']) || asText(best?.['DisplayText']) || asText(phrase['DisplayText']);
}

/** Parses the details of a `speech.phrase` or `speech.hypothesis`, timed from `fromMs` of the utterance. */
export function parseDetails(message: JsonObject, fromMs: number): TranscriptDetails {
  const best = parseBest(message);
  return detailsOf({
    words: parseWords(best, fromMs),
    confidence: asNumber(best?.['Confidence']) ?? undefined,
    language: parseName(asObject(message['PrimaryLanguage'])?.['Language']),
    speaker: parseName(message['SpeakerId']),
  });
}

function parseBest(message: JsonObject): JsonObject | null {
  return asObject(asArray(message['NBest'])[0]);
}

/** Parses the words; undefined unless there are some and all are timed. */
function parseWords(best: JsonObject | null, fromMs: number): readonly TranscriptWord[] | undefined {
  const words = asArray(best?.['Words']).map((word) => parseWord(asObject(word) ?? {}, fromMs));
  return words.length > 0 && words.every((word) => word !== null) ? words : undefined;
}

function parseWord(word: JsonObject, fromMs: number): TranscriptWord | null {
  const text = asText(word['Word']);
  const [offset, duration] = [msOfTicks(word['Offset']), msOfTicks(word['Duration'])];
  if (text === '' || offset === null || duration === null) return null;
  const startMs = fromMs + offset;
  const confidence = asNumber(word['Confidence']);
  return { text, startMs, endMs: startMs + duration, ...(confidence === null ? {} : { confidence }) };
}

function parseName(name: unknown): string | undefined {
  const text = asText(name);
  return text === '' || text === 'Unknown' ? undefined : text;
}
