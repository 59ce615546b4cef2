import type { SttEvent, SttInput } from '../../../core/ports.ts';
import { joinText } from '../../../core/text.ts';
import type { TranscribedSpeech, RecordedTranscript } from '../recorded/segments.ts';
import { findWindow } from '../recorded/windows.ts';
import { textOfWords, wordsUpTo } from '../recorded/words.ts';
import { answerToEnd, answerToFlush, answerDelays } from './segmentAnswers.ts';
import type { OpenSegment, DelayedTranscript } from './segmentAnswers.ts';

export interface Transcriber {
  /** What is to be said to an input, soon or later. */
  feed(input: SttInput): readonly DelayedTranscript[];
  /** What becomes of something that the recogniser said in the recording, now. */
  replayTranscript(remark: RecordedTranscript): readonly DelayedTranscript[];
}

/** Hears the words of a recording in segments of any cut. */
export function createTranscriber(heard: TranscribedSpeech): Transcriber {
  const patience = answerDelays(heard);
  let open: OpenSegment | null = null;
  let lastWindow = 0;
  return {
    feed(input) {
      const { kind, segment } = input;
      if (kind === 'start') open = { segment, from: -1, to: -1, given: 0 };
      if (open === null || kind === 'start') return [];
      if (kind === 'audio') {
        lastWindow = findWindow(input.frame.samples, lastWindow);
        open = extend(open, lastWindow, heard);
        return [];
      }
      const transcriptFor =
        kind === 'flush' ? answerToFlush(heard, open, patience) : answerToEnd(heard, open, patience);
      open = kind === 'flush' ? { ...open, given: transcriptFor[0]?.upTo ?? open.given } : null;
      return transcriptFor;
    },
    replayTranscript(remark) {
      const spoken = open === null ? null : said(heard, open, remark);
      if (open === null || spoken === null) return [];
      if (remark.kind === 'final') open = { ...open, given: spoken.upTo };
      return [spoken];
    },
  };
}

/** One window further; what lies before its first one is not of the segment. */
function extend(open: OpenSegment, window: number, { words }: TranscribedSpeech): OpenSegment {
  if (open.from >= 0) return { ...open, to: window };
  return { ...open, from: window, to: window, given: wordsUpTo(words, window - 1) };
}

/** As it was said, but for the words that the segment does not have, or has given already. */
function said(
  { words }: TranscribedSpeech,
  { segment, from, given }: OpenSegment,
  { kind, texts, firstWord }: RecordedTranscript,
): DelayedTranscript | null {
  const upTo = Math.min(words.length, firstWord + texts.length);
  if (from < 0 || upTo <= given) return null;
  const own = texts.slice(Math.max(0, given - firstWord)).join('');
  const text = joinText(textOfWords(words.slice(given, firstWord)), own);
  const event: SttEvent = kind === 'final' ? { kind, segment, text, last: false } : { kind, segment, text };
  return text === '' ? null : { afterMs: 0, upTo, event };
}
