import type { TextReader } from '../kit/sound.ts';

/** What stands of the audio since the last final. */
export interface Segment {
  /** In seconds of the connection's audio. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** When each character was heard. */
  readonly times: readonly number[];
}

/** A recogniser that hears segment after segment, each with an ear of its own. */
export interface FakeRecogniser {
  readonly segment: Segment;
  /** How long nothing was heard at the end of the segment, in ms. */
  readonly silenceMs: number;
  push(samples: Int16Array): void;
  /** A new segment begins here. */
  startSegment(): void;
}

/** What is no louder counts as silence. */
const SILENCE_LEVEL = 40;

export function createRecogniser(ear: (sampleRate: number) => TextReader, sampleRate: number): FakeRecogniser {
  let current = ear(sampleRate);
  let [heard, from, silent, text] = [0, 0, 0, ''];
  let times: readonly number[] = [];
  return {
    get segment() {
      return { start: from / sampleRate, end: heard / sampleRate, text, times };
    },
    get silenceMs() {
      return (silent / sampleRate) * 1000;
    },
    push: (samples) => {
      const last = samples.findLastIndex((sample) => Math.abs(sample) > SILENCE_LEVEL);
      silent = last < 0 ? silent + samples.length : samples.length - 1 - last;
      text = current.push(samples).trim();
      const more = Math.max(text.length - times.length, 0);
      const since = heard;
      heard += samples.length;
      const timeOf = (n: number): number => (since + ((n + 1) * samples.length) / more) / sampleRate;
      times = [...times.slice(0, text.length), ...Array.from({ length: more }, (_, n) => timeOf(n))];
    },
    startSegment: () => {
      current = ear(sampleRate);
      [from, silent, text, times] = [heard, 0, '', []];
    },
  };
}

/** The words of a segment, each from where its first character was heard to its last. */
export function createWords({ end, text, times }: Segment): readonly object[] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: times[index] ?? end,
    end: times[index + word.length - 1] ?? end,
    confidence: 0.9,
    punctuated_word: word,
  }));
}
