import { concatSamples, samplesOfMs } from '../../../core/audio.ts';
import type { SpeechToText, SttInput } from '../../../core/ports.ts';

/** Makes the speech of a text: 16-bit mono samples at `sampleRate` (Hz), with or without silence around. */
export type Speak = (text: string, sampleRate: number) => Promise<Int16Array>;

/** The texts of segments 0, 1, 2 …; `''` is silence. */
export const SEGMENT_TEXTS: readonly string[] = ['what time is it', '', 'tell me about the restaurant', 'thank you'];

/** The part of `SAID[2]` before its flush: its share of the sound is its share of the characters. */
const BEFORE_FLUSH = 'tell me about';

const BEFORE_MS = 200;
const BEHIND_MS = 300;
const FRAME_MS = 32;
/** In samples. */
const ODD_LENGTHS = [1, 333, 7, 512, 21, 3] as const;

/** The segments as input of a recogniser. */
export interface Segments {
  /** A segment whole: `start audio* end`. */
  readonly whole: (segment: number) => Promise<readonly SttInput[]>;
  /** Without its end. */
  readonly open: (segment: number) => Promise<readonly SttInput[]>;
  /** Cut into frames of odd lengths. */
  readonly odd: (segment: number) => Promise<readonly SttInput[]>;
  /** Segment 2, flushed between two of its words. */
  readonly flushed: () => Promise<readonly SttInput[]>;
}

export function segmentsFor({ sampleRate }: SpeechToText, speak: Speak): Segments {
  const said = (segment: number): Promise<Int16Array> => speak(SEGMENT_TEXTS[segment] ?? '', sampleRate);
  const silence = (ms: number): Int16Array => new Int16Array(samplesOfMs(ms, sampleRate));
  const around = (speech: Int16Array): Int16Array => concatSamples([silence(BEFORE_MS), speech, silence(BEHIND_MS)]);
  const length = samplesOfMs(FRAME_MS, sampleRate);
  const frames = (segment: number, samples: Int16Array, lengths: readonly number[] = [length]): readonly SttInput[] =>
    cut(samples, lengths).map((part) => ({ kind: 'audio', segment, frame: { samples: part, sampleRate } }));
  const open = async (segment: number): Promise<readonly SttInput[]> => [
    { kind: 'start', segment },
    ...frames(segment, around(await said(segment))),
  ];
  return {
    open,
    whole: async (segment) => [...(await open(segment)), { kind: 'end', segment }],
    odd: async (segment) => [
      { kind: 'start', segment },
      ...frames(segment, around(await said(segment)), ODD_LENGTHS),
      { kind: 'end', segment },
    ],
    flushed: async () => {
      const speech = await said(2);
      const middle = Math.round((speech.length * BEFORE_FLUSH.length) / (SEGMENT_TEXTS[2] ?? '').length);
      return [
        { kind: 'start', segment: 2 },
        ...frames(2, concatSamples([silence(BEFORE_MS), speech.subarray(0, middle)])),
        { kind: 'flush', segment: 2 },
        ...frames(2, concatSamples([speech.subarray(middle), silence(BEHIND_MS)])),
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
