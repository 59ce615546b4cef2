import { msOfSamples, samplesOfMs } from '../core/audio.ts';

/** The latest stretch of an utterance that plays without a gap. */
export interface Stretch {
  readonly utterance: string;
  /** Play time of its first sample. */
  readonly startsMs: number;
  /** Samples of the utterance that came before the stretch. */
  readonly earlier: number;
  /** Samples of the stretch. */
  readonly samples: number;
  readonly sampleRate: number;
}

/**
 * The pacing clock: the sent audio in stretches, as a client without delay plays it. Ends are computed from the start of a
 * stretch, not from frame to frame, so that they cannot drift.
 */
export type PlayHead = readonly Stretch[];

export const idlePlayHead: PlayHead = [];

/** Adds sent samples of `utterance`: they play behind the others, or from now on if nothing plays. */
export function appendSamples(
  head: PlayHead,
  { utterance, samples, sampleRate }: Pick<Stretch, 'utterance' | 'samples' | 'sampleRate'>,
  atMs: number,
): PlayHead {
  const last = head.at(-1);
  if (last?.utterance === utterance && atMs < endOf(last)) return head.with(-1, createProlonged(last, samples));
  const before = head.find((stretch) => stretch.utterance === utterance);
  const earlier = before === undefined ? 0 : before.earlier + before.samples;
  const startsMs = Math.max(atMs, endOfPlayback(head));
  return [...head.filter((stretch) => stretch !== before), { utterance, startsMs, earlier, samples, sampleRate }];
}

/** Removes an utterance that the client has dropped; later ones move up. */
export function removeUtterance(head: PlayHead, utterance: string, atMs: number): PlayHead {
  const others = head.filter((stretch) => stretch.utterance !== utterance);
  return others.reduce<PlayHead>((kept, stretch) => {
    const startsMs = Math.min(stretch.startsMs, Math.max(atMs, endOfPlayback(kept)));
    return [...kept, { ...stretch, startsMs }];
  }, idlePlayHead);
}

/** Selects the stretches that are not played to their end. */
export function selectUnplayed(head: PlayHead, atMs: number): PlayHead {
  return head.filter((stretch) => atMs < endOf(stretch));
}

/** Returns the play time at which all audio, or that of one utterance, is played; `-Infinity` without audio. */
export function endOfPlayback(head: PlayHead, utterance?: string): number {
  const last = head.findLast((stretch) => utterance === undefined || stretch.utterance === utterance);
  return last === undefined ? -Infinity : endOf(last);
}

/** Counts the samples of `utterance` that are played at `atMs`. */
export function playedSamples(head: PlayHead, utterance: string, atMs: number): number {
  const stretch = head.find((candidate) => candidate.utterance === utterance);
  if (stretch === undefined) return 0;
  const { startsMs, earlier, samples, sampleRate } = stretch;
  return earlier + Math.min(samples, samplesOfMs(Math.max(0, atMs - startsMs), sampleRate));
}

/** Creates a longer stretch from all its fields (see `Machine.create`). */
function createProlonged({ utterance, startsMs, earlier, samples, sampleRate }: Stretch, by: number): Stretch {
  return { utterance, startsMs, earlier, samples: samples + by, sampleRate };
}

function endOf({ startsMs, samples, sampleRate }: Stretch): number {
  return startsMs + msOfSamples(samples, sampleRate);
}
