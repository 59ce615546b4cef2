import type { TextReader } from '../../../src/testing/textAudio.ts';

/** The speech since the last final. */
export interface Segment {
  /** The start, in seconds of the connection's audio. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The time of each character, in seconds. */
  readonly times: readonly number[];
}

/** A recogniser of segment after segment, each with a reader of its own. */
export interface FakeRecogniser {
  readonly segment: Segment;
  /** The silence at the end of the segment, in ms. */
  readonly silenceMs: number;
  push(samples: Int16Array): void;
  /** Begins a new segment. */
  startSegment(): void;
}

/** The loudest sample that counts as silence. */
const SILENCE_LEVEL = 40;

export function createRecogniser(createReader: (sampleRate: number) => TextReader, sampleRate: number): FakeRecogniser {
  let current = createReader(sampleRate);
  let [received, from, silent, text] = [0, 0, 0, ''];
  let times: readonly number[] = [];
  return {
    get segment() {
      return { start: from / sampleRate, end: received / sampleRate, text, times };
    },
    get silenceMs() {
      return (silent / sampleRate) * 1000;
    },
    push: (samples) => {
      const last = samples.findLastIndex((sample) => Math.abs(sample) > SILENCE_LEVEL);
      silent = last < 0 ? silent + samples.length : samples.length - 1 - last;
      text = current.push(samples).trim();
      const more = Math.max(text.length - times.length, 0);
      const since = received;
      received += samples.length;
      const timeOf = (n: number): number => (since + ((n + 1) * samples.length) / more) / sampleRate;
      times = [...times.slice(0, text.length), ...Array.from({ length: more }, (_, n) => timeOf(n))];
    },
    startSegment: () => {
      current = createReader(sampleRate);
      [from, silent, text, times] = [received, 0, '', []];
    },
  };
}

/** Creates the words of a segment, each from the time of its first character to that of its last. */
export function createWords({ end, text, times }: Segment): readonly object[] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: times[index] ?? end,
    end: times[index + word.length - 1] ?? end,
    confidence: 0.9,
    punctuated_word: word,
  }));
}
