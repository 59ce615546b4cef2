import { msOfSamples } from '../../core/audio.ts';

/** The unplayed audio of one utterance. */
export interface KeptUtterance {
  readonly utterance: string;
  readonly sampleRate: number;
  /** The number of its `audio.start`. */
  readonly startSeq: number;
  /** The sent frames, from the first one that has not been played to its end. */
  readonly pieces: Int16Array[];
  /** The samples before `pieces`. */
  first: number;
  /** The number of samples that have been played or are no longer kept. */
  played: number;
  sent: number;
  /** True if everything has been sent. */
  isEnded: boolean;
}

export function createKeptUtterance(utterance: string, sampleRate: number, startSeq: number): KeptUtterance {
  return { utterance, sampleRate, startSeq, pieces: [], first: 0, played: 0, sent: 0, isEnded: false };
}

/** Computes the length of the unplayed audio, in ms. */
export function keptMs({ played, sent, sampleRate }: KeptUtterance): number {
  return msOfSamples(sent - played, sampleRate);
}

/** Drops the played samples among the first `played`. A lower number than before changes nothing. */
export function dropPlayed(one: KeptUtterance, played: number): void {
  one.played = Math.max(one.played, Math.min(played, one.sent));
  for (let [piece] = one.pieces; piece && one.first + piece.length <= one.played; [piece] = one.pieces) {
    one.first += piece.length;
    one.pieces.shift();
  }
}

/** Drops the first frame. Returns how much audio was dropped, in ms. */
export function dropFirst(one: KeptUtterance): number {
  const before = keptMs(one);
  dropPlayed(one, one.first + (one.pieces[0]?.length ?? 0));
  return before - keptMs(one);
}

/** Returns the unplayed samples. */
export function samplesFrom({ pieces, first, played }: KeptUtterance): readonly Int16Array[] {
  return pieces.map((piece, at) => (at === 0 ? piece.subarray(played - first) : piece));
}
