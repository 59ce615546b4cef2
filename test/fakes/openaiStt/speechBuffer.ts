import type { TextReader } from '../../../src/testing/textAudio.ts';

/** Audio that waits to be committed, and its text. */
export interface SpeechBuffer {
  append(samples: Int16Array): void;
  ms(): number;
  text(): string;
  /** Takes the text since the last call; written words are not taken back. */
  takeDelta(): string;
}

export function createSpeechBuffer(reader: TextReader, sampleRate: number): SpeechBuffer {
  let samplesAppended = 0;
  let read = '';
  let taken = '';
  return {
    append: (samples) => {
      samplesAppended += samples.length;
      read = reader.push(samples);
    },
    ms: () => (samplesAppended * 1000) / sampleRate,
    text: () => read,
    takeDelta: () => {
      if (!read.startsWith(taken)) return '';
      const news = read.slice(taken.length);
      taken = read;
      return news;
    },
  };
}
