import type { SegmentText } from '../../core/segmentText.ts';

/**
 * The turn to which pending speech belongs:
 *
 * - `live`: the turn that awaits its commit
 * - `overlapping`: said over the agent's speech or before a first message; resolved when the agent has finished
 * - `queued`: overlapping, but a separate turn when the agent has finished, because it would have interrupted
 * - `backchannel`: a listener's phrase over the agent's speech; dropped unless it answers the question at the end
 * - `deferred`: said over speech that has ended; precedes the user's next turn
 * - `greeting`: said over a first message; becomes a message after it, without an answer
 */
export type Claim = 'live' | 'overlapping' | 'queued' | 'backchannel' | 'deferred' | 'greeting';

/** Words of the user that are not yet committed. */
export type PendingSpeech = SpokenSegment | TypedText;

/** Speech of one VAD segment. It has words in the phase `ready`. */
export interface SpokenSegment {
  readonly kind: 'spoken';
  readonly segment: number;
  readonly claim: Claim;
  /**
   * `speaking` until the VAD ends the segment, `awaiting_words` until STT settles it. `noise`: settled while its sound
   * goes on.
   */
  readonly phase: 'speaking' | 'awaiting_words' | 'noise' | 'ready';
  /** True once the endpointing stage has emitted after it. */
  readonly endpointed: boolean;
  readonly text: SegmentText;
  /** True if a speech model has heard words in it that are not known. */
  readonly owesWords: boolean;
  /** Scheduler time of the latest words; null: none. */
  readonly wordsAt: number | null;
  /** Scheduler time until which it waits for the user to go on; null: it does not wait. */
  readonly waitsUntil: number | null;
  /** Null if the words came without voice: after a commit or noise, or as a late final. */
  readonly voice: Voice | null;
  /** The agent's speech over which it began, if that ended before its words were known. */
  readonly saidOver: EndedSpeech | null;
}

/** Speech of the agent that has ended. Times are scheduler times. */
export interface EndedSpeech {
  readonly isFirstMessage: boolean;
  readonly stoppedAt: number;
  /** The time at which the question in its last two sentences was heard; null: no question. */
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
  /** True if part of it fell into a silence of the agent of 1 s or more: its words then interrupt. */
  readonly inSilence: boolean;
}

/** A segment whose words were committed or dropped. */
export interface ClosedSegment {
  readonly segment: number;
  /** The committed words at its end that come from an interim whose final is missing; empty if there are none. */
  readonly interim: string;
  /** True if its words were dropped as a backchannel: every word of a final that is not a backchannel is then new. */
  readonly isDropped: boolean;
  /** False if it was closed before its end, as noise or by an early commit: further words are words of the user. */
  readonly isSettled: boolean;
  /** Its turn; `waiting`: the turn that is not yet committed; null: none, because it brought no words. */
  readonly turn: number | 'waiting' | null;
  /** Its claim, and the turn of the reply over which it was said; null: none. */
  readonly overlap: { readonly turn: number; readonly claim: Claim } | null;
  /** Null if its words came without voice. */
  readonly voice: Voice | null;
}

/** The segment that the VAD has open. */
export interface OpenSegment {
  readonly segment: number;
  /** True once `user_started` was emitted. False for noise, and after a commit until further words come. */
  readonly speaking: boolean;
  /**
   * True once its audio limit was reached while the user spoke: the further words are unknown, but the voice still
   * interrupts.
   */
  readonly goesBeyond: boolean;
}

export interface User {
  readonly openSegment: OpenSegment | null;
  readonly pending: readonly PendingSpeech[];
  /** The latest closed segments, oldest first; bounded. */
  readonly closed: readonly ClosedSegment[];
  /** The highest number of a closed segment; -1: none. It spares a search for words of a new segment. */
  readonly lastClosed: number;
  /** False if no closed segment waits for its turn. */
  readonly closedWaits: boolean;
}

/** Two windows: the user pauses after this much silence. */
export const PAUSE_MS = 64;

/** Returns whether the user is speaking, or a turn awaits its commit. */
export function isUserActive({ pending }: User): boolean {
  return pending.some((speech) => isLive(speech) || isSpeaking(speech) || isInSilence(speech));
}

/** Returns whether its words, once known, interrupt the silent agent. */
function isInSilence(speech: PendingSpeech): boolean {
  return speech.kind === 'spoken' && speech.phase === 'awaiting_words' && speech.voice?.inSilence === true;
}

/** Returns whether the speech belongs to a turn that is not yet committed. */
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

/** Returns whether it no longer waits for the end of the turn. */
export function isEndpointed(speech: PendingSpeech): boolean {
  return speech.kind === 'typed' || speech.endpointed;
}

/** Returns whether its claim is resolved when the agent has finished. */
export function isOverlapping({ claim }: PendingSpeech): boolean {
  return claim === 'overlapping' || claim === 'queued' || claim === 'backchannel' || claim === 'greeting';
}

/** Returns the scheduler time until which the live turn waits for the user to go on; null once the user has gone on. */
export function waitEndOf({ pending }: User): number | null {
  let latest: number | null = null;
  for (const speech of pending) {
    if (!isLive(speech)) continue;
    if (speech.kind === 'typed' || speech.waitsUntil === null) return null;
    latest = Math.max(latest ?? speech.waitsUntil, speech.waitsUntil);
  }
  return latest;
}
