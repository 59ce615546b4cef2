import type { EndReason } from '../core/turn.ts';
import type { Envelope } from './envelope.ts';

/**
 * What happened in a session, on the one axis of its time: ms since its start, as `t_ms` counts them. It is made of what a
 * server tells its clients (`follow`) or of a recording; what one of them cannot know stays empty.
 */
export interface Timeline {
  /** As far as it is known. */
  readonly nowMs: number;
  readonly endTimeline: boolean;
  /** When nothing came from the client, and what was not recorded. */
  readonly gaps: readonly Gap[];
  /** What the microphone picked up. */
  readonly microphone: Envelope;
  /** The user's voice itself, without the silence that is waited for after it. */
  readonly voiced: readonly Span[];
  /** What voice activity detection thought of each window of audio. */
  readonly windows: readonly Window[];
  /** The probability from which a window is voice, 0 to 1; null where it is not known. */
  readonly threshold: number | null;
  /** Speech of the user as voice activity detection found it. */
  readonly speech: readonly Span[];
  /** What the recogniser understood. */
  readonly words: readonly Words[];
  readonly replies: readonly Reply[];
  readonly calls: readonly Call[];
  /** The voice at work on each utterance. */
  readonly syntheses: readonly Synthesis[];
  /** To the first sound of the answer: from the end of the user's voice, or, where that is not known, of the user's turn. */
  readonly waits: readonly Span[];
  /** What was played. */
  readonly loudspeaker: Envelope;
  readonly utterances: readonly Utterance[];
  readonly events: readonly TimelineEvent[];
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

export interface Gap extends Span {
  readonly kind: 'muted' | 'disconnected' | 'not recorded';
}

/** `probability`: that it is voice, 0 to 1. */
export interface Window extends Span {
  readonly toMs: number;
  readonly probability: number;
}

/** From where the speech began to where its words came. */
export interface Words extends Span {
  readonly toMs: number;
  readonly utterance: string;
  readonly text: string;
  readonly final: boolean;
  /** When it was understood anew, before `toMs`. */
  readonly interims: readonly number[];
}

/** The language model at work on one reply. */
export interface Reply extends Span {
  readonly turn: number;
  /** First words; null while there are none. */
  readonly textAtMs: number | null;
  /** Its text as it came. */
  readonly chunks: readonly Mark[];
  readonly reason: EndReason | null;
}

/** A function of the agent, from the call to the result. */
export interface Call extends Span {
  readonly id: string;
  readonly name: string;
}

/** The voice at work: from the first text that it was handed to the last audio that it made. */
export interface Synthesis extends Span {
  readonly utterance: string;
  /** First audio; null while there is none. */
  readonly audioAtMs: number | null;
  /** All text that it was handed. */
  readonly text: string;
}

/** The agent, audible. */
export interface Utterance extends Span {
  readonly utterance: string;
  readonly cut: boolean;
  /** All that was to be said; '' while nothing is known of it. */
  readonly text: string;
  /** What was heard of it; null while it is not known. */
  readonly heard: string | null;
  /** How much more of it the voice had made than was heard. */
  readonly unheardMs: number;
  /** Where its words lie, if the voice told. */
  readonly words: readonly Word[];
}

export interface Word extends Span {
  readonly toMs: number;
  readonly text: string;
}

/** One of the nine events. */
export interface TimelineEvent {
  readonly atMs: number;
  readonly name: EventName;
  /** What was said, heard, asked or returned; '' if nothing. */
  readonly detail: string;
}

export type EventName =
  | 'on_user_started_speaking'
  | 'on_user_stopped_speaking'
  | 'on_user_message_added'
  | 'on_agent_started_speaking'
  | 'on_agent_stopped_speaking'
  | 'on_agent_message_added'
  | 'on_agent_interrupted'
  | 'on_function_calls_collected'
  | 'on_function_calls_executed';

export interface Pending {
  /** When the user's turn was committed that nothing is heard of yet. */
  readonly committedMs: number | null;
  /** How long the answer that is about to be heard was waited for, as the session measured it. */
  readonly waitMs: number | null;
  /** When the audio of an utterance was cut: what was heard of it is told later. */
  readonly cleared: { readonly utterance: string; readonly atMs: number } | null;
}

export const emptyTimeline: Timeline = {
  nowMs: 0,
  endTimeline: false,
  gaps: [],
  microphone: [],
  voiced: [],
  windows: [],
  threshold: null,
  speech: [],
  words: [],
  replies: [],
  calls: [],
  syntheses: [],
  waits: [],
  loudspeaker: [],
  utterances: [],
  events: [],
  interruptions: [],
  pending: { committedMs: null, waitMs: null, cleared: null },
};

/** For so long what has come to an end may still be named, replaced, or give way to what comes after it. */
const RECENT_MS = 15_000;

/**
 * What lies before it is as it will stay; what lies after it may still change.
 *
 * @returns ms of session time, at most `nowMs`
 */
export function settledUntil(timeline: Timeline): number {
  const { gaps, speech, replies, calls, syntheses: voices, utterances, words, pending, nowMs } = timeline;
  const changing = [...gaps, ...speech, ...replies, ...calls, ...voices, ...utterances, ...words].filter(
    ({ toMs }) => toMs === null || nowMs - toMs < RECENT_MS,
  );
  return Math.min(nowMs, pending.committedMs ?? nowMs, ...changing.map(({ fromMs }) => fromMs));
}

/** All that still goes on has ended. */
export function ended(timeline: Timeline, atMs: number): Timeline {
  return {
    ...timeline,
    endTimeline: true,
    nowMs: Math.max(timeline.nowMs, atMs),
    gaps: closeSpans(timeline.gaps, atMs),
    voiced: closeSpans(timeline.voiced, atMs),
    speech: closeSpans(timeline.speech, atMs),
    replies: closeSpans(timeline.replies, atMs),
    calls: closeSpans(timeline.calls, atMs),
    syntheses: closeSpans(timeline.syntheses, atMs),
    utterances: closeSpans(timeline.utterances, atMs),
  };
}

/** Those that still go on end here. */
export function closeSpans<Kind extends Span>(
  spans: readonly Kind[],
  atMs: number,
): readonly (Kind & { readonly toMs: number })[] {
  return spans.map((span) => ({ ...span, toMs: span.toMs ?? atMs }));
}
