import { concatSamples } from '../core/audio.ts';

/** An utterance as the client played it. Times are in ms of the scheduler. */
export interface PlayedUtterance {
  readonly utterance: string;
  readonly sampleRate: number;
  /** `waiting`: none of it has been played. */
  readonly outcome: 'waiting' | 'playing' | 'finished' | 'cleared';
  /** Time at which its first sample was played. */
  readonly startedAtMs: number | undefined;
  /** Time at which its latest sample was played. */
  readonly stoppedAtMs: number | undefined;
  /** The samples that were played. */
  readonly samples: Int16Array;
}

/** An utterance on its way through a play head. */
export interface Track {
  readonly utterance: string;
  readonly sampleRate: number;
  readonly frames: Int16Array[];
  /** Number of samples that have arrived, and number of samples played. */
  received: number;
  played: number;
  isComplete: boolean;
  outcome: PlayedUtterance['outcome'];
  startedAtMs: number | undefined;
  stoppedAtMs: number | undefined;
}

export function createTrack(utterance: string, sampleRate: number): Track {
  const times = { startedAtMs: undefined, stoppedAtMs: undefined };
  return { utterance, sampleRate, frames: [], received: 0, played: 0, isComplete: false, outcome: 'waiting', ...times };
}

export function describeTrack(track: Track): PlayedUtterance {
  const { utterance, sampleRate, outcome, startedAtMs, stoppedAtMs } = track;
  const samples = concatSamples(track.frames).subarray(0, track.played);
  return { utterance, sampleRate, outcome, startedAtMs, stoppedAtMs, samples };
}
