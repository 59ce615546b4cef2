import { redactJoined, type RewriteText } from './redactJoined.ts';

/** An interim or final transcript of a segment. */
export interface SpokenText {
  readonly kind: 'interim' | 'final';
  readonly segment: number;
  readonly text: string;
}

/** Separator between the finals of a turn when they are rewritten together. */
const BETWEEN_FINALS = ' ';
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Rewrites transcripts in order: finals joined, each interim by itself. If that changes anything, masks the words of
 * interims that the rewritten finals do not contain: an interim may hold the first digits of a number, or a misheard
 * one. For a segment without a final, its last interim takes the final's place.
 */
export function redactSpeech(rewrite: RewriteText, spoken: readonly SpokenText[]): readonly string[] {
  const finals = spoken.filter(({ kind }) => kind === 'final').map(({ text }) => text);
  const rewritten = redactJoined(rewrite, finals, BETWEEN_FINALS).values();
  const texts = spoken.map(({ kind, text }) => (kind === 'final' ? (rewritten.next().value ?? '') : rewrite(text)));
  if (texts.every((text, n) => text === spoken[n]?.text)) return texts;
  const words = new Set(texts.flatMap((text, n) => (decides(spoken, n) ? wordsOf(text) : [])));
  return texts.map((text, n) => (spoken[n]?.kind === 'interim' ? maskWords(text, words) : text));
}

/** Returns whether a text is a final or the last interim of a segment without one. */
function decides(spoken: readonly SpokenText[], n: number): boolean {
  const own = spoken[n];
  if (own === undefined || own.kind === 'final') return true;
  return !spoken.some(({ kind, segment }, m) => segment === own.segment && (kind === 'final' || m > n));
}

function wordsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(WORD), ([word]) => word.toLowerCase());
}

/** Masks words with letters and digits, so that each stays one word. */
function maskWords(text: string, known: ReadonlySet<string>): string {
  return text.replaceAll(WORD, (word) => {
    if (known.has(word.toLowerCase())) return word;
    return word.replaceAll(/\p{N}/gu, '0').replaceAll(/\p{L}/gu, 'x');
  });
}
