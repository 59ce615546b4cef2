import type { Transcript } from '../../../core/speech.ts';
import type { Head } from '../../../record/format.ts';
import type { TranscriptLine } from '../../../studio/protocol.ts';

/** Padding before the detected start of speech, in seconds, if the config does not say. */
const USUAL_PADDING = 0.5;

/**
 * Places the words of a transcript in session time and in its text. Their times count from the segment's audio, which
 * begins with its padding before `startMs`, the first voice. A transcript without times has no words.
 */
export function placeWords(
  { text, words = [] }: Pick<Transcript, 'text' | 'words'>,
  startMs: number,
  { config }: Pick<Head, 'config'>,
): TranscriptLine['words'] {
  const { prefix_padding_duration: padding = USUAL_PADDING } = config.vad;
  const audioMs = startMs - Math.min(padding * 1000, startMs);
  let at = 0;
  return words.flatMap((word) => {
    const fromChar = text.indexOf(word.text, at);
    if (fromChar === -1 || word.text === '') return [];
    at = fromChar + word.text.length;
    return [{ fromMs: audioMs + word.startMs, toMs: audioMs + word.endMs, fromChar, toChar: at }];
  });
}
