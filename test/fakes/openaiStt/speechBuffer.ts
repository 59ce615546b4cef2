import type { TextReader } from '../kit/sound.ts';

/** Audio that waits to be committed, and what is heard in it. */
export interface SpeechBuffer {
  take(samples: Int16Array): void;
  ms(): number;
  text(): string;
  /** What was heard since this was last asked; words once written are not taken back. */
  news(): string;
}

export function speechBuffer(ear: TextReader, sampleRate: number): SpeechBuffer {
  let samplesTaken = 0;
  let heard = '';
  let told = '';
  return {
    take: (samples) => {
      samplesTaken += samples.length;
      heard = ear.push(samples);
    },
    ms: () => (samplesTaken * 1000) / sampleRate,
    text: () => heard,
    news: () => {
      if (!heard.startsWith(told)) return '';
      const news = heard.slice(told.length);
      told = heard;
      return news;
    },
  };
}
