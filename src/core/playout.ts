import type { AudioFrame } from './audio.ts';

/** What a transport is told to do with the agent's audio, in order. */
export type PlayoutCommand =
  | { readonly kind: 'start'; readonly utterance: string; readonly sampleRate: number }
  | { readonly kind: 'audio'; readonly utterance: string; readonly frame: AudioFrame }
  /** All of the utterance was sent: `samples` in all. */
  | { readonly kind: 'end'; readonly utterance: string; readonly samples: number }
  /** Drop what was sent and is not played, and answer `cleared`. */
  | { readonly kind: 'clear'; readonly utterance: string };

/** What a transport says of it. A transport that cannot know says nothing: then the pacing clock is believed. */
export interface PlayoutReport {
  readonly kind: 'started' | 'position' | 'finished' | 'cleared';
  readonly utterance: string;
  /** Samples of this utterance played so far, at the rate of its `start`. */
  readonly playedSamples: number;
  /** How long a sample that counts as played takes to be heard, in ms. Default 0. */
  readonly outputLatencyMs?: number | undefined;
}

/** The life of an utterance on the client's side, as the playout ledger sees it. */
export type PlayoutEvent =
  /** A frame left; `samples` of the utterance in all. The first makes the agent audible. */
  | { readonly kind: 'sent'; readonly utterance: string; readonly samples: number }
  /** The first sample was played (or sent, where the client cannot tell). */
  | { readonly kind: 'started'; readonly utterance: string }
  | { readonly kind: 'played'; readonly utterance: string; readonly samples: number }
  /** The last sample was played or cleared; once per utterance that started. */
  | {
      readonly kind: 'stopped';
      readonly utterance: string;
      readonly samples: number;
      /** What was heard: a prefix of the utterance's text, in whole words. */
      readonly heard: string;
      /** All text that was handed to TTS was heard. */
      readonly whole: boolean;
      /** Whether word timings of the engine or the spread over samples decided. */
      readonly by: 'timings' | 'estimate';
    };
