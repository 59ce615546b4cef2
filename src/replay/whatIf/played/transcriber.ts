import type { SttEvent, SttInput } from '../../../core/ports.ts';
import { joinText } from '../../../core/text.ts';
import type { TranscribedSpeech, RecordedTranscript } from '../recorded/recordedSegment.ts';
import { findWindow } from '../recorded/windows.ts';
import { textOfWords, wordsUpTo } from '../recorded/words.ts';
import {
  answerToEnd,
  answerToFlush,
  answerDelays,
  type OpenSegment,
  type DelayedTranscript,
} from './segmentAnswers.ts';

export interface Transcriber {
  /** The open segment, or null. */
  readonly openSegment: number | null;
  /** Returns the answers to an input, with their delays. */
  feed(input: SttInput): readonly DelayedTranscript[];
  /** Returns the part of a recorded transcript that belongs to the open segment. */
  replayTranscript(transcript: RecordedTranscript): readonly DelayedTranscript[];
}

/** Creates a recogniser of the recorded words that supports any segmentation. */
export function createTranscriber(speech: TranscribedSpeech): Transcriber {
  const delays = answerDelays(speech);
  let open: OpenSegment | null = null;
  let lastWindow = 0;
  return {
    get openSegment() {
      return open?.segment ?? null;
    },
    feed(input) {
      const { kind, segment } = input;
      if (kind === 'start') open = { segment, from: -1, to: -1, given: 0 };
      if (open === null || kind === 'start') return [];
      if (kind === 'audio') {
        lastWindow = findWindow(input.frame.samples, lastWindow);
        open = extend(open, lastWindow, speech);
        return [];
      }
      const answers = kind === 'flush' ? answerToFlush(speech, open, delays) : answerToEnd(speech, open, delays);
      open = kind === 'flush' ? { ...open, given: answers[0]?.upTo ?? open.given } : null;
      return answers;
    },
    replayTranscript(transcript) {
      const spoken = open === null ? null : transcriptFor(speech, open, transcript);
      if (open === null || spoken === null) return [];
      if (transcript.kind === 'final') open = { ...open, given: spoken.upTo };
      return [spoken];
    },
  };
}

/** Extends a segment by a window. Words before its first window are not part of it. */
function extend(open: OpenSegment, window: number, { words }: TranscribedSpeech): OpenSegment {
  if (open.from >= 0) return { ...open, to: window };
  return { ...open, from: window, to: window, given: wordsUpTo(words, window - 1) };
}

/** Returns a recorded transcript without words that lie outside the segment or were already emitted. */
function transcriptFor(
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
