import type { SegmentText } from '../../core/segmentText.ts';

/**
 * The turn to which pending speech belongs:
 *
 * - `live`: the turn that waits for its commit
 * - `overlapping`: said over the agent's speech, or before a first message; resolved when the agent has finished
 * - `queued`: overlapping, and a turn of its own when the agent has finished, as it would have interrupted
 * - `backchannel`: a phrase of a listener, said over the agent's speech; dropped, unless it answers the question at the end
 * - `deferred`: said over speech that has ended; goes in front of the user's next turn
 */
export type Claim = 'live' | 'overlapping' | 'queued' | 'backchannel' | 'deferred';

/** Words of the user that are not committed yet. */
export type PendingSpeech = SpokenSegment | TypedText;

/** Speech of one VAD segment. `ready` has words. */
export interface SpokenSegment {
  readonly kind: 'spoken';
  readonly segment: number;
  readonly claim: Claim;
  /** `speaking` until the VAD ends the segment, `awaiting_words` until STT settles it. `noise`: settled while its sound goes on. */
  readonly phase: 'speaking' | 'awaiting_words' | 'noise' | 'ready';
  /** True once the endpointing stage has emitted behind it. */
  readonly endpointed: boolean;
  readonly text: SegmentText;
  /** Scheduler time of the latest words; null: there are none. */
  readonly wordsAt: number | null;
  /** Scheduler time until which it waits for what the user says next; null: it does not. */
  readonly waitsUntil: number | null;
  /** Null where the words came without voice: behind a commit or noise, or as a late final. */
  readonly voice: Voice | null;
  /** The speech of the agent over which it began, if that has ended before its words were known. */
  readonly saidOver: EndedSpeech | null;
}

/** Speech of the agent that has ended. Times are scheduler times. */
export interface EndedSpeech {
  readonly isFirstMessage: boolean;
  readonly stoppedAt: number;
  /** When the question in its last two sentences was heard; null: there is none. */
  readonly questionAt: number | null;
}

/** Text that the user typed: always ready. */
export interface TypedText {
  readonly kind: 'typed';
  readonly claim: Claim;
  readonly text: string;
}

/** The VAD's measurements of a segment. */
export interface Voice {
  readonly voicedMs: number;
  /** Scheduler time of the last voiced sample. */
  readonly lastVoicedAt: number;
  /** True if some of it fell into a silence of the agent of 1 s or more: its words interrupt. */
  readonly inSilence: boolean;
}

/** A segment whose words were committed or dropped. */
export interface ClosedSegment {
  readonly segment: number;
  /** The end of the committed words that is an interim, whose final has not come; empty if there is none. */
  readonly interim: string;
  /** True if its words were dropped as a backchannel: a final that is not a backchannel is then new as a whole. */
  readonly isDropped: boolean;
  /** False if it was closed before its end, as noise or by an early commit: further words are words of the user's. */
  readonly isSettled: boolean;
  /** The turn that it belongs to; `waiting`: the one that is not committed yet; null: none, as it brought no words. */
  readonly turn: number | 'waiting' | null;
  /** The claim that it had, and the turn whose reply it was said over; null: it was not. */
  readonly overlap: { readonly turn: number; readonly claim: Claim } | null;
  /** Null where its words came without voice. */
  readonly voice: Voice | null;
}

/** The segment that the VAD has open. */
export interface OpenSegment {
  readonly segment: number;
  /** True once `user_started` was emitted. False for noise, and behind a commit until further words come. */
  readonly speaking: boolean;
}

export interface User {
  readonly openSegment: OpenSegment | null;
  readonly pending: readonly PendingSpeech[];
  /** The latest closed segments, oldest first; bounded. */
  readonly closed: readonly ClosedSegment[];
  /** The highest number of a closed segment; -1: there is none. With it, words of a new segment need no search. */
  readonly lastClosed: number;
  /** False if none of the closed segments waits for its turn. */
  readonly closedWaits: boolean;
}

/** Two windows: after as much silence the user pauses. */
export const PAUSE_MS = 64;

/** Returns whether the user speaks, or a turn waits for its commit. */
export function isUserActive({ pending }: User): boolean {
  return pending.some((speech) => isLive(speech) || isSpeaking(speech) || isInSilence(speech));
}

/** Returns whether its words, once they are known, interrupt the agent, which is silent. */
function isInSilence(speech: PendingSpeech): boolean {
  return speech.kind === 'spoken' && speech.phase === 'awaiting_words' && speech.voice?.inSilence === true;
}

/** Returns whether the speech belongs to a turn that is not committed yet. */
export function isLive({ claim }: PendingSpeech): boolean {
  return claim === 'live';
}

/** Returns whether the VAD has yet to end its segment. */
export function isSpeaking(speech: PendingSpeech): boolean {
  return speech.kind === 'spoken' && speech.phase === 'speaking';
}

/** Returns whether all of its words are known. */
export function isReady(speech: PendingSpeech): boolean {
  return speech.kind === 'typed' || speech.phase === 'ready' || speech.phase === 'noise';
}

/** Returns whether it waits for no end of turn. */
export function isEndpointed(speech: PendingSpeech): boolean {
  return speech.kind === 'typed' || speech.endpointed;
}

/** Returns whether its claim is resolved when the agent has finished. */
export function isOverlapping({ claim }: PendingSpeech): boolean {
  return claim === 'overlapping' || claim === 'queued' || claim === 'backchannel';
}

/** Returns the scheduler time until which the live turn waits for what the user says next; null once there is such speech. */
export function waitEndOf({ pending }: User): number | null {
  let latest: number | null = null;
  for (const speech of pending) {
    if (!isLive(speech)) continue;
    if (speech.kind === 'typed' || speech.waitsUntil === null) return null;
    latest = Math.max(latest ?? speech.waitsUntil, speech.waitsUntil);
  }
  return latest;
}
