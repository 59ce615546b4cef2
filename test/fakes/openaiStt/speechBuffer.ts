import type { TextReader } from '../kit/sound.ts';

/** Audio that waits to be committed, and what is heard in it. */
export interface SpeechBuffer {
  append(samples: Int16Array): void;
  ms(): number;
  text(): string;
  /** What was heard since this was last asked; words once written are not taken back. */
  takeDelta(): string;
}

export function createSpeechBuffer(ear: TextReader, sampleRate: number): SpeechBuffer {
  let samplesAppended = 0;
  let heard = '';
  let taken = '';
  return {
    append: (samples) => {
      samplesAppended += samples.length;
      heard = ear.push(samples);
    },
    ms: () => (samplesAppended * 1000) / sampleRate,
    text: () => heard,
    takeDelta: () => {
      if (!heard.startsWith(taken)) return '';
      const news = heard.slice(taken.length);
      taken = heard;
      return news;
    },
  };
}
