import { detailsOf } from '../../../src/core/detailsOf.ts';
import type { TranscriptDetails, TranscriptWord } from '../../../src/core/speech.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../../../src/wire/json.ts';

/** The audio of one commit, in seconds of the connection's audio. */
export interface CommitSpan {
  /** Start of its audio. */
  readonly fromS: number;
  /** Start of its utterance. */
  readonly utteranceFromS: number;
}

/**
 * Creates the details of a text with timestamps. ElevenLabs does not document where times count from. In practice, they
 * have counted from the first audio of the connection. A time before the commit's audio is counted from that audio.
 *
 * @param namesLanguage true if several languages are possible
 */
export function createScribeDetails(
  message: JsonObject,
  { fromS, utteranceFromS }: CommitSpan,
  namesLanguage: boolean,
): TranscriptDetails {
  const words = parseWords(message['words']);
  const isAbsolute = (words[0]?.startS ?? 0) >= fromS - TOLERANCE_S;
  const offsetS = (isAbsolute ? 0 : fromS) - utteranceFromS;
  const speakers = new Set(words.map(({ speaker }) => speaker));
  return detailsOf({
    words: words.length === 0 ? undefined : words.map((word) => toTranscriptWord(word, offsetS)),
    confidence: meanConfidence(words),
    language: namesLanguage ? parseLanguage(message['language_code']) : undefined,
    speaker: speakers.size === 1 ? words[0]?.speaker : undefined,
  });
}

const TOLERANCE_S = 0.5;

interface ScribeWord {
  readonly text: string;
  readonly startS: number;
  readonly endS: number;
  readonly confidence: number | undefined;
  readonly speaker: string | undefined;
}

/** Parses the words, without the spaces between them; empty unless all are timed. */
function parseWords(value: unknown): readonly ScribeWord[] {
  const words = asArray(value)
    .map(asObject)
    .filter((word) => asText(word?.['type']) !== 'spacing')
    .map(parseWord);
  return words.every((word) => word !== null) ? words : [];
}

function parseWord(word: JsonObject | null): ScribeWord | null {
  const text = asText(word?.['text']);
  const [startS, endS] = [asNumber(word?.['start']), asNumber(word?.['end'])];
  if (word === null || text === '' || startS === null || endS === null) return null;
  const logProbability = asNumber(word['logprob']);
  return {
    text,
    startS,
    endS,
    confidence: logProbability === null ? undefined : Math.min(1, Math.exp(logProbability)),
    speaker: asText(word['speaker_id']) || undefined,
  };
}

function toTranscriptWord({ text, startS, endS, confidence, speaker }: ScribeWord, offsetS: number): TranscriptWord {
  return {
    text,
    startMs: (startS + offsetS) * 1000,
    endMs: (endS + offsetS) * 1000,
    ...(confidence !== undefined && { confidence }),
    ...(speaker !== undefined && { speaker }),
  };
}

/** Computes the mean of the words' confidences; undefined if a word has none. */
function meanConfidence(words: readonly ScribeWord[]): number | undefined {
  const rated = words.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  if (rated.length === 0 || rated.length < words.length) return undefined;
  return rated.reduce((sum, confidence) => sum + confidence, 0) / rated.length;
}

/** Parses an ISO 639 code as a BCP-47 tag: `en` of `eng`. */
function parseLanguage(code: unknown): string | undefined {
  const tag = asText(code);
  return /^[a-z]{2,3}$/u.test(tag) ? Intl.getCanonicalLocales(tag)[0] : undefined;
}
