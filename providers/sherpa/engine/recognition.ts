import type { TranscriptWord } from '../../../src/core/speech.ts';

/** The result of a recogniser. */
export interface Recognition {
  readonly text: string;
  /** The words with their times; absent if the model does not time them. */
  readonly words?: readonly TranscriptWord[] | undefined;
  /** BCP-47 tag of the language that the model detected. */
  readonly language?: string | undefined;
}

/** The audio's place in its segment, and the factor of the model's times. */
export interface TimeAxis {
  readonly offsetMs?: number;
  readonly scale?: number;
}

/** Time from the start of a segment's last token to the end of its word, if the model does not state it, in s. */
const LAST_TOKEN_S = 0.2;

/**
 * Parses a result of sherpa-onnx. Converts a text with only capitals, as models trained on LibriSpeech write it, to
 * lower case.
 */
export function parseRecognition(result: unknown, { offsetMs = 0, scale = 1 }: TimeAxis = {}): Recognition {
  const { text = '', tokens = [], timestamps = [], durations = [], lang = '' } = result as RawResult;
  const words = timeWords(tokens, timestamps, durations);
  const spoken = text.trim();
  const [, language] = /^<?\|?([a-z]{2,3})\|?>?$/u.exec(lang) ?? [];
  return {
    text: writeAs(text, spoken),
    ...(areWordsOf(spoken, words) && {
      words: words.map(({ text: word, startS, endS }) => ({
        text: writeAs(text, word),
        startMs: offsetMs + 1000 * scale * startS,
        endMs: offsetMs + 1000 * scale * endS,
      })),
    }),
    ...(language !== undefined && { language }),
  };
}

/** Writes a part of `text` in lower case if the whole has only capitals. */
function writeAs(text: string, part: string): string {
  return /\p{Ll}/u.test(text) ? part : part.toLowerCase();
}

function areWordsOf(text: string, words: readonly TimedWord[]): boolean {
  return words.length > 0 && withoutSpaces(words.map((word) => word.text).join('')) === withoutSpaces(text);
}

interface RawResult {
  readonly text?: string;
  readonly tokens?: readonly string[];
  /** Start of each token, in s. */
  readonly timestamps?: readonly number[];
  /** Empty if unknown. */
  readonly durations?: readonly number[];
  /** `<|en|>` from SenseVoice, `en` from Whisper. */
  readonly lang?: string;
}

interface TimedWord {
  text: string;
  readonly startS: number;
  endS: number;
}

/** Begins a word: a space, or a character of a script without spaces. */
const START = /^[\s▁]|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Joins tokens to words. A word ends where the next one begins, or sooner if the model knows how long it is. */
function timeWords(
  tokens: readonly string[],
  timestamps: readonly number[],
  durations: readonly number[],
): readonly TimedWord[] {
  if (timestamps.length !== tokens.length) return [];
  const words: TimedWord[] = [];
  for (const [at, token] of tokens.entries()) {
    const startS = timestamps[at] ?? 0;
    const last = words.at(-1);
    const duration = durations.length === tokens.length ? durations[at] : undefined;
    const endS = startS + (duration ?? LAST_TOKEN_S);
    const text = token.replace(/^[\s▁]+/u, '');
    if (last === undefined || START.test(token)) {
      if (last !== undefined) last.endS = Math.min(last.endS, Math.max(startS, last.startS));
      words.push({ text, startS, endS });
    } else {
      last.text += text;
      last.endS = endS;
    }
  }
  return words.filter(({ text }) => text !== '');
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
