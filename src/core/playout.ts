import type { AudioFrame } from './audio.ts';

/** A command to a transport, in order. */
export type PlayoutCommand =
  | { readonly kind: 'start'; readonly utterance: string; readonly sampleRate: number }
  | { readonly kind: 'audio'; readonly utterance: string; readonly frame: AudioFrame }
  /** The utterance is complete; `samples` is its length. */
  | { readonly kind: 'end'; readonly utterance: string; readonly samples: number }
  /** Drop the unplayed audio and report `cleared`. */
  | { readonly kind: 'clear'; readonly utterance: string };

/**
 * How the session learns what the user has heard. `reported`: the client reports how many samples it has played.
 * `marked`: it returns marks that were sent after the audio. `paced`: it reports nothing, and audio counts as played as
 * time passes.
 */
export type HeardBy = 'reported' | 'marked' | 'paced';

/** The sources from most to least accurate. */
export const HEARD_BY: readonly HeardBy[] = ['reported', 'marked', 'paced'];

/**
 * A report of a transport on the agent's audio. Without any report, the session assumes that audio plays as it is sent.
 */
export interface PlayoutReport {
  readonly kind: 'started' | 'position' | 'finished' | 'cleared';
  readonly utterance: string;
  /** Samples of this utterance played so far, at the rate of its `start`. */
  readonly playedSamples: number;
  /** Delay from a played sample to the user's ear, in ms. Default 0. */
  readonly outputLatencyMs?: number | undefined;
}

/** An event of an utterance on its way to the user, from the playout ledger. */
export type PlayoutEvent =
  /** A frame was sent; `samples` of the utterance in all. The first makes the agent audible. */
  | { readonly kind: 'sent'; readonly utterance: string; readonly samples: number }
  /** The first sample was played, or sent if the client cannot report. `lateMs`: how long ago. Default 0. */
  | { readonly kind: 'started'; readonly utterance: string; readonly lateMs?: number | undefined }
  | { readonly kind: 'played'; readonly utterance: string; readonly samples: number }
  /** The last sample was played or cleared; once per utterance that started. */
  | {
      readonly kind: 'stopped';
      readonly utterance: string;
      readonly samples: number;
      /** The heard text, in whole words, starting after the part that the utterance repeats. */
      readonly heard: string;
      /** True if the user heard all the text that was sent to TTS. */
      readonly whole: boolean;
      /**
       * Time since the end of a question was played, in ms; absent if the last two sentences of `heard` contain no
       * question.
       */
      readonly sinceQuestionMs?: number | undefined;
      /** Source of `heard`: word timings of TTS, or an estimate from the played samples. */
      readonly by: 'timings' | 'estimate';
      /** Source of `samples`. */
      readonly heardBy: HeardBy;
    };
