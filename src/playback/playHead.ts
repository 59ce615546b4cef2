import { msOfSamples, samplesOfMs } from '../core/audio.ts';

/** The latest stretch of an utterance that plays without a silence inside. */
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
 * The pacing clock: what was sent, one stretch after the other, as a client plays it that gets it at once. Ends are
 * reckoned from the start of a stretch, never from frame to frame: nothing can drift.
 */
export type PlayHead = readonly Stretch[];

export const idlePlayHead: PlayHead = [];

/** `samples` more of `utterance` were sent: they follow what plays, or begin now if nothing does. */
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

/** The client dropped what it had of `utterance`: what follows it moves up. */
export function removeUtterance(head: PlayHead, utterance: string, atMs: number): PlayHead {
  const others = head.filter((stretch) => stretch.utterance !== utterance);
  return others.reduce<PlayHead>((kept, stretch) => {
    const startsMs = Math.min(stretch.startsMs, Math.max(atMs, endOfPlayback(kept)));
    return [...kept, { ...stretch, startsMs }];
  }, idlePlayHead);
}

/** The stretches that are not played to their end. */
export function selectUnplayed(head: PlayHead, atMs: number): PlayHead {
  return head.filter((stretch) => atMs < endOf(stretch));
}

/** When all of it, or all that was sent of one utterance, is played. `-Infinity` if there is nothing. */
export function endOfPlayback(head: PlayHead, utterance?: string): number {
  const last = head.findLast((stretch) => utterance === undefined || stretch.utterance === utterance);
  return last === undefined ? -Infinity : endOf(last);
}

/** How many samples of `utterance` are played at `atMs`. */
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
