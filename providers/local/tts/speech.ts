import type { WordTiming } from '../../../src/core/turn.ts';

/** A text and its settings. */
export interface Utterance {
  readonly text: string;
  /** A voice of Flite, or one of eSpeak NG, optionally followed by `+` and a variant: `slt`, `de`, `en-gb+f3`. */
  readonly voice: string;
  /** Words per minute, 80 to 450. */
  readonly rate: number;
  /** 0 to 99. */
  readonly pitch: number;
}

export interface SynthesizedSpeech {
  readonly samples: Int16Array;
  /** Offsets into the utterance's text and audio; empty if the engine's events do not match the text. */
  readonly words: readonly WordTiming[];
}
