import type { Envelope } from './envelope.ts';

/** What happened in a session, on the one axis of its time: ms since its start, as `t_ms` counts them. */
export interface Timeline {
  /** As far as it is known. */
  readonly nowMs: number;
  readonly ended: boolean;
  /** What the microphone picked up. */
  readonly microphone: Envelope;
  /** Speech of the user as voice activity detection found it. */
  readonly speech: readonly Span[];
  /** What the recogniser understood. */
  readonly words: readonly Words[];
  readonly replies: readonly Reply[];
  readonly calls: readonly Call[];
  /** From the commit of the user's turn to the first sound of the answer. */
  readonly waits: readonly Span[];
  /** What was played. */
  readonly loudspeaker: Envelope;
  readonly utterances: readonly Utterance[];
  readonly interruptions: readonly Mark[];
  /** What is known already and belongs to something still to come. */
  readonly pending: Pending;
}

/** `toMs`: null while it goes on. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number | null;
}

export interface Mark {
  readonly atMs: number;
  readonly text: string;
}

/** From where the speech began to where its words came. */
export interface Words extends Span {
  readonly toMs: number;
  readonly utterance: string;
  readonly text: string;
  readonly final: boolean;
}

/** The language model at work on one reply. */
export interface Reply extends Span {
  readonly turn: number;
  /** First words; null while there are none. */
  readonly textAtMs: number | null;
  readonly reason: 'complete' | 'interrupted' | 'superseded' | 'failed' | null;
}

/** A function of the agent, from the call to the result. */
export interface Call extends Span {
  readonly id: string;
  readonly name: string;
}

/** The agent, audible. */
export interface Utterance extends Span {
  readonly utterance: string;
  readonly cut: boolean;
}

export interface Pending {
  /** When the user's turn was committed that nothing is heard of yet. */
  readonly committedMs: number | null;
  /** When the audio of an utterance was cut: what was heard of it is told later. */
  readonly cleared: { readonly utterance: string; readonly atMs: number } | null;
}

export const emptyTimeline: Timeline = {
  nowMs: 0,
  ended: false,
  microphone: [],
  speech: [],
  words: [],
  replies: [],
  calls: [],
  waits: [],
  loudspeaker: [],
  utterances: [],
  interruptions: [],
  pending: { committedMs: null, cleared: null },
};

/** For so long what has come to an end may still be named, replaced, or give way to what comes after it. */
const RECENT_MS = 15_000;

/**
 * What lies before it is as it will stay; what lies after it may still change.
 *
 * @returns ms of session time, at most `nowMs`
 */
export function settledUntil(timeline: Timeline): number {
  const { speech, replies, calls, utterances, words, pending, nowMs } = timeline;
  const changing = [...speech, ...replies, ...calls, ...utterances, ...words].filter(
    ({ toMs }) => toMs === null || nowMs - toMs < RECENT_MS,
  );
  return Math.min(nowMs, pending.committedMs ?? nowMs, ...changing.map(({ fromMs }) => fromMs));
}
