import type { Transcript, TranscriptWord } from '../../../core/speech.ts';
import { findWords } from '../../../core/words.ts';
import type { SegmentVoice } from './segmentVoice.ts';
import type { TimedWord } from './findEcho.ts';

/** A word of a transcript. */
export interface UserWord extends TimedWord {
  /** The text up to the next word. */
  readonly text: string;
  /** The recogniser's word that contains it; undefined if the recogniser gives no words. */
  readonly source: TranscriptWord | undefined;
}

/**
 * Finds the words of a transcript with their times: those of the recogniser, or else spread over the voice since
 * `fromMs` in proportion to their characters.
 */
export function timeWords(
  { text, words: sources }: Transcript,
  voice: SegmentVoice,
  fromMs: number,
): readonly UserWord[] {
  const words = findWords(text);
  const findSource = createSourceFinder(text, sources ?? []);
  const from = Math.min(Math.max(fromMs, voice.voicedFrom), voice.voicedUntil);
  const msPerChar = (voice.voicedUntil - from) / text.length;
  return words.map(({ form, from: begin, to }, at) => {
    const source = findSource(begin);
    const endMs = source === undefined ? from + to * msPerChar : voice.beginsAt + source.endMs;
    const next = words[at + 1];
    return { form, endMs, source, text: next ? text.slice(at && begin, next.from) : `${text.slice(at && begin)} ` };
  });
}

/** Returns a function that finds the recogniser's word at an offset of the text. */
function createSourceFinder(
  text: string,
  sources: readonly TranscriptWord[],
): (offset: number) => TranscriptWord | undefined {
  let end = 0;
  const placed = sources.flatMap((source) => {
    const from = text.indexOf(source.text, end);
    if (from < 0) return [];
    end = from + source.text.length;
    return [{ source, from, to: end }];
  });
  return (offset) => placed.find(({ from, to }) => from <= offset && offset < to)?.source;
}
