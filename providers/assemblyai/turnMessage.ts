import { detailsOf } from '../../src/core/detailsOf.ts';
import type { TranscriptDetails, TranscriptWord } from '../../src/core/speech.ts';
import { joinText } from '../../src/core/text.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../../src/wire/json.ts';

/** A `Turn` message: the whole turn so far. Times are in ms of the connection's audio. */
export interface TurnMessage {
  readonly order: number;
  readonly text: string;
  readonly words: readonly TurnWord[];
  readonly isEnd: boolean;
  readonly isFormatted: boolean;
  /** Confidence that the turn is over. */
  readonly confidence: number | null;
  readonly language: string | null;
  readonly speaker: string | null;
}

export interface TurnWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly isFinal: boolean;
  readonly confidence: number | null;
  readonly speaker: string | null;
}

/** Parses a `Turn` message; null for other messages. */
export function parseTurnMessage(message: JsonObject): TurnMessage | null {
  const order = asNumber(message['turn_order']);
  if (message['type'] !== 'Turn' || order === null) return null;
  const words = asArray(message['words']).flatMap(parseWord);
  const isEnd = message['end_of_turn'] === true;
  const transcript = asText(message['transcript']).trim();
  // Before the end, `transcript` of some models lacks the words that may still change.
  const isWhole = isEnd || words.every(({ isFinal }) => isFinal);
  return {
    order,
    text: isWhole && transcript !== '' ? transcript : joinText(...words.map(({ text }) => text)),
    words,
    isEnd,
    isFormatted: message['turn_is_formatted'] === true,
    confidence: asNumber(message['end_of_turn_confidence']),
    language: asText(message['language_code']) || null,
    speaker: parseSpeaker(message['speaker_label']),
  };
}

function parseWord(value: unknown): readonly TurnWord[] {
  const word = asObject(value);
  const text = asText(word?.['text']);
  const [startMs, endMs] = [asNumber(word?.['start']), asNumber(word?.['end'])];
  if (word === null || text === '' || startMs === null || endMs === null) return [];
  return [
    {
      text,
      startMs,
      endMs,
      isFinal: word['word_is_final'] === true,
      confidence: asNumber(word['confidence']),
      speaker: parseSpeaker(word['speaker']),
    },
  ];
}

/** `UNKNOWN` is the label of speech that is too short to tell its speaker. */
function parseSpeaker(value: unknown): string | null {
  const speaker = asText(value);
  return speaker === '' || speaker === 'UNKNOWN' ? null : speaker;
}

/** Creates the details of the turn, with words timed from `fromMs`. */
export function createTurnDetails({ words, language, speaker }: TurnMessage, fromMs: number): TranscriptDetails {
  const all = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  const isKnown = all.length > 0 && all.length === words.length;
  return detailsOf({
    words: words.length === 0 ? undefined : words.map((word) => toTranscriptWord(word, fromMs)),
    confidence: isKnown ? all.reduce((sum, confidence) => sum + confidence, 0) / all.length : undefined,
    language: language ?? undefined,
    speaker: speaker ?? undefined,
  });
}

function toTranscriptWord({ text, startMs, endMs, confidence, speaker }: TurnWord, fromMs: number): TranscriptWord {
  return {
    text,
    startMs: startMs - fromMs,
    endMs: endMs - fromMs,
    ...(confidence !== null && { confidence }),
    ...(speaker !== null && { speaker }),
  };
}
