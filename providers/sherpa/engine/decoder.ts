import type { Recognition } from './recognition.ts';

/** The rate of the audio that models recognise, in Hz. */
export const MODEL_RATE = 16_000;

/** The audio of one segment, or of a part up to a flush. */
export interface DecoderStream {
  /** Adds samples from -1 to 1. Decodes nothing. */
  accept(samples: Float32Array): void;
  /** Ends the audio. */
  finish(): void;
  /** Whether there is something to decode now. */
  isReady(): boolean;
  /** Whether everything is decoded, after `finish`. */
  isDone(): boolean;
  read(): Recognition;
}

/** A model that decodes streams. */
export interface Decoder {
  createStream(): DecoderStream;
  /** Decodes a piece of all or some of the streams that are ready. Returns the streams that it has worked on. */
  decode(streams: readonly DecoderStream[]): readonly DecoderStream[];
}
