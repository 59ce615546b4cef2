/** A command to the loudspeaker. */
export type SpeakerCommand =
  /** `firstSample`: the number of samples of the utterance that precede its audio. */
  | { readonly kind: 'start'; readonly utterance: string; readonly sampleRate: number; readonly firstSample: number }
  /** The next samples of the utterance that started last. */
  | { readonly kind: 'audio'; readonly samples: Int16Array }
  | { readonly kind: 'end'; readonly utterance: string }
  | ClearCommand
  /** Removes all utterances and asks for the one that played last. */
  | { readonly kind: 'drop' }
  /** Stops playing for good. A `clear` is still answered. */
  | { readonly kind: 'silence' };

export interface ClearCommand {
  readonly kind: 'clear';
  readonly utterance: string;
  /** Returned in the answer. */
  readonly clearId: number;
}

/** A report of the loudspeaker. */
export type SpeakerReport =
  | PlaybackReport
  | { readonly kind: 'level'; readonly level: number }
  /** The answer to `drop`. */
  | { readonly kind: 'dropped'; readonly last: PlayedPart | null };

/** The played part of an utterance, in samples on the wire. */
export interface PlayedPart {
  readonly utterance: string;
  readonly played: number;
}

interface PlaybackProgress {
  readonly utterance: string;
  /** Samples of the utterance played so far, at its `sampleRate`. */
  readonly played: number;
  readonly sampleRate: number;
}

export type PlaybackReport =
  | (PlaybackProgress & { readonly kind: 'started' | 'position' | 'finished' })
  | (PlaybackProgress & { readonly kind: 'cleared'; readonly clearId: number });
