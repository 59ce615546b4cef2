import { concatSamples, samplesOfMs } from '../../../core/audio.ts';
import type { SpeechToText, SttInput } from '../../../core/ports.ts';

/** Creates the speech for a text: 16-bit mono samples at `sampleRate` (Hz), with or without surrounding silence. */
export type Speak = (text: string, sampleRate: number) => Promise<Int16Array>;

/** The texts of segments 0, 1, 2 …. `''` is silence. */
export const SEGMENT_TEXTS: readonly string[] = ['what time is it', '', 'tell me about the restaurant', 'thank you'];

/** The part of `SEGMENT_TEXTS[2]` before its flush. Its share of the sound equals its share of the characters. */
const BEFORE_FLUSH = 'tell me about';

const BEFORE_MS = 200;
const BEHIND_MS = 300;
/** A pause long enough for every recogniser that detects the ends of turns. */
const LONG_PAUSE_MS = 4000;
const FRAME_MS = 32;
/** In samples. */
const ODD_LENGTHS = [1, 333, 7, 512, 21, 3] as const;

/** The segments as input of a recogniser. */
export interface Segments {
  /** A whole segment: `start audio* end`. */
  readonly whole: (segment: number) => Promise<readonly SttInput[]>;
  /** Without its end. */
  readonly open: (segment: number) => Promise<readonly SttInput[]>;
  /** A segment without its end, with a long pause. */
  readonly paused: (segment: number) => Promise<readonly SttInput[]>;
  /** Cut into frames of odd lengths. */
  readonly odd: (segment: number) => Promise<readonly SttInput[]>;
  /** Segment 2, flushed between two of its words. */
  readonly flushed: () => Promise<readonly SttInput[]>;
}

export function createSegments({ sampleRate }: SpeechToText, speak: Speak): Segments {
  const speakSegment = (segment: number): Promise<Int16Array> => speak(SEGMENT_TEXTS[segment] ?? '', sampleRate);
  const silence = (ms: number): Int16Array => new Int16Array(samplesOfMs(ms, sampleRate));
  const frames = (
    segment: number,
    samples: readonly Int16Array[],
    lengths: readonly number[] = [samplesOfMs(FRAME_MS, sampleRate)],
  ): readonly SttInput[] =>
    cut(concatSamples(samples), lengths).map((part) => ({
      kind: 'audio',
      segment,
      frame: { samples: part, sampleRate },
    }));
  const open = async (segment: number, lengths?: readonly number[]): Promise<readonly SttInput[]> => [
    { kind: 'start', segment },
    ...frames(segment, [silence(BEFORE_MS), await speakSegment(segment), silence(BEHIND_MS)], lengths),
  ];
  const whole = async (segment: number, lengths?: readonly number[]): Promise<readonly SttInput[]> => [
    ...(await open(segment, lengths)),
    { kind: 'end', segment },
  ];
  return {
    open,
    whole,
    paused: async (segment) => [...(await open(segment)), ...frames(segment, [silence(LONG_PAUSE_MS)])],
    odd: (segment) => whole(segment, ODD_LENGTHS),
    flushed: async () => {
      const speech = await speakSegment(2);
      const middle = Math.round((speech.length * BEFORE_FLUSH.length) / (SEGMENT_TEXTS[2] ?? '').length);
      return [
        { kind: 'start', segment: 2 },
        ...frames(2, [silence(BEFORE_MS), speech.subarray(0, middle)]),
        { kind: 'flush', segment: 2 },
        ...frames(2, [speech.subarray(middle), silence(BEHIND_MS)]),
        { kind: 'end', segment: 2 },
      ];
    },
  };
}

/** Cuts `samples` into frames of these lengths, over and over. */
function cut(samples: Int16Array, lengths: readonly number[]): readonly Int16Array[] {
  const parts: Int16Array[] = [];
  for (let from = 0; from < samples.length; from += parts.at(-1)?.length ?? 0) {
    parts.push(samples.subarray(from, from + (lengths[parts.length % lengths.length] ?? samples.length)));
  }
  return parts;
}
