import type { RequestedOutput } from './ttsSetup.ts';

export interface Boundaries {
  /** An entry of `audio.metadata` for each word, and for each mark of punctuation, as requested. */
  readonly entries: readonly unknown[];
  /** The last entry of a turn. */
  readonly total: unknown;
}

const TICKS_PER_SECOND = 10_000_000;

/** Creates the boundaries of the words of `text`, of which each character lasts equally long. */
export function createBoundaries(text: string, seconds: number, { words, punctuation }: RequestedOutput): Boundaries {
  const ticks = (chars: number): number => Math.round((chars / text.length) * seconds * TICKS_PER_SECOND);
  const entries = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[^\s\p{L}\p{N}]+/gu)].flatMap(
    ({ 0: part, index }) => {
      const isWord = /^[\p{L}\p{N}]/u.test(part);
      if (isWord ? !words : !punctuation) return [];
      const boundary = {
        Text: part,
        Length: part.length,
        BoundaryType: isWord ? 'WordBoundary' : 'PunctuationBoundary',
      };
      return [{ Type: 'WordBoundary', Data: { Offset: ticks(index), Duration: ticks(part.length), text: boundary } }];
    },
  );
  return { entries, total: { Type: 'SessionEnd', Data: { Offset: ticks(text.length) } } };
}
