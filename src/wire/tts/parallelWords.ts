import { asArray, asNumber, asText, type JsonObject } from '../json.ts';
import type { SpokenWord } from './dialect.ts';

/** Parses words that a vendor sends as three lists: `words`, `start` and `end`, in s. Leaves out words without times. */
export function parseParallelWords(timestamps: JsonObject | null): readonly SpokenWord[] {
  const [starts, ends] = [asArray(timestamps?.['start']), asArray(timestamps?.['end'])];
  return asArray(timestamps?.['words']).flatMap((word, at) => {
    const [start, end] = [asNumber(starts[at]), asNumber(ends[at])];
    return start === null || end === null ? [] : [{ text: asText(word), startMs: start * 1000, endMs: end * 1000 }];
  });
}
