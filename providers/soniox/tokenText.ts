import { detailsOf } from '../../src/core/detailsOf.ts';
import type { TranscriptDetails, TranscriptWord } from '../../src/core/speech.ts';
import { UNSPACED_SCRIPTS } from '../../src/core/text.ts';
import type { Token } from './response.ts';

/** The text of tokens, with its details. */
export interface TokenText {
  readonly text: string;
  readonly details: TranscriptDetails;
}

/** A token that begins a word: after a space, or in a script without spaces. */
const BEGINS_WORD = new RegExp(`^(?:\\s|[${UNSPACED_SCRIPTS}])`, 'u');

/** Joins the tokens. Words are timed from `fromMs`; there are none unless all tokens are timed. */
export function joinTokens(tokens: readonly Token[], fromMs: number): TokenText {
  const text = tokens
    .map((token) => token.text)
    .join('')
    .trim();
  const words = splitWords(tokens).map((parts) => createWord(parts, fromMs));
  const speakers = new Set(tokens.map(({ speaker }) => speaker));
  return {
    text,
    details: detailsOf({
      words: words.length > 0 && words.every((word) => word !== null) ? words : undefined,
      confidence: meanConfidence(tokens),
      language: findMainLanguage(tokens),
      speaker: speakers.size === 1 ? (tokens[0]?.speaker ?? undefined) : undefined,
    }),
  };
}

function splitWords(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const words: Token[][] = [];
  for (const token of tokens.filter(({ text }) => text.trim() !== '')) {
    const last = words.at(-1);
    if (last === undefined || BEGINS_WORD.test(token.text)) words.push([token]);
    else last.push(token);
  }
  return words;
}

function createWord(parts: readonly Token[], fromMs: number): TranscriptWord | null {
  const [startMs, endMs] = [parts[0]?.startMs ?? null, parts.at(-1)?.endMs ?? null];
  if (startMs === null || endMs === null) return null;
  return {
    text: parts
      .map(({ text }) => text)
      .join('')
      .trim(),
    startMs: startMs - fromMs,
    endMs: endMs - fromMs,
    ...detailsOf({
      confidence: meanConfidence(parts),
      language: parts[0]?.language ?? undefined,
      speaker: parts[0]?.speaker ?? undefined,
    }),
  };
}

function meanConfidence(tokens: readonly Token[]): number | undefined {
  const all = tokens.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  if (all.length === 0 || all.length < tokens.length) return undefined;
  return all.reduce((sum, confidence) => sum + confidence, 0) / all.length;
}

/** Finds the language of most of the text. */
function findMainLanguage(tokens: readonly Token[]): string | undefined {
  const chars = new Map<string, number>();
  for (const { language, text } of tokens)
    if (language !== null) chars.set(language, (chars.get(language) ?? 0) + text.length);
  return [...chars].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
