import type { EndReason, ResultPolicy } from '../core/turn.ts';
import type { Envelope } from './envelope.ts';

/**
 * The data for a picture of a session. Times are in ms since its start, like `t_ms`. It is built from server messages
 * (`addToTimeline`) or from a recording. Data that a source lacks stays empty.
 */
export interface Timeline {
  /** The latest known time. */
  readonly nowMs: number;
  readonly isEnded: boolean;
  /** Gaps in the client's input and in the recording. */
  readonly gaps: readonly Gap[];
  /** Level of the microphone. */
  readonly microphone: Envelope;
  /** Voiced audio, without the silence after it. */
  readonly voiced: readonly Span[];
  /** VAD probability of each window. */
  readonly windows: readonly Window[];
  /** Threshold of voiced windows, 0 to 1; null if unknown. */
  readonly threshold: number | null;
  /** Speech segments of the VAD. */
  readonly speech: readonly Span[];
  /** Transcripts. */
  readonly words: readonly TranscriptSpan[];
  readonly replies: readonly Reply[];
  readonly calls: readonly FunctionSpan[];
  /** TTS synthesis of each utterance. */
  readonly syntheses: readonly Synthesis[];
  /** Waits for the first sound, from the last voiced sample or, if that is unknown, from the commit of the turn. */
  readonly waits: readonly Span[];
  /** Level of the played audio. */
  readonly loudspeaker: Envelope;
  readonly utterances: readonly Utterance[];
  readonly events: readonly TimelineEvent[];
  readonly interruptions: readonly Mark[];
  /** Data that belongs to a later message. */
  readonly pending: Pending;
}

/** A span of time. `toMs` is null while it lasts. */
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

/** A VAD window. `probability` is the probability of speech, from 0 to 1. */
export interface Window extends Span {
  readonly toMs: number;
  readonly probability: number;
}

/** A transcript, from the start of its speech to its arrival. */
export interface TranscriptSpan extends Span {
  readonly toMs: number;
  readonly utterance: string;
  readonly text: string;
  readonly final: boolean;
  /** Times of earlier interims. */
  readonly interims: readonly number[];
}

/** A reply of the language model. */
export interface Reply extends Span {
  readonly turn: number;
  /** Time of the first text, or null before it. */
  readonly textAtMs: number | null;
  /** Text chunks. */
  readonly chunks: readonly Mark[];
  readonly reason: EndReason | null;
}

/** A function call, from the call to its final result. */
export interface FunctionSpan extends Span {
  readonly id: string;
  readonly name: string;
  /** Present once it goes on in the background. */
  readonly background?: BackgroundSpan | undefined;
}

/** The part of a call that runs in the background. */
export interface BackgroundSpan {
  readonly sinceMs: number;
  /** What follows the final result. */
  readonly policy: ResultPolicy;
  /** Its reports. Absent if unknown. */
  readonly progress?: readonly Mark[] | undefined;
}

/** TTS of an utterance, from its first text to its last audio. */
export interface Synthesis extends Span {
  readonly utterance: string;
  /** Time of the first audio, or null before it. */
  readonly audioAtMs: number | null;
  /** All text so far. */
  readonly text: string;
  /** Number of characters at its start that repeat text heard before. */
  readonly repeatedChars: number;
}

/** Audible speech of the agent. */
export interface Utterance extends Span {
  readonly utterance: string;
  readonly cut: boolean;
  /** The complete text, or '' while unknown. */
  readonly text: string;
  /** Number of characters at its start that repeat text heard before. */
  readonly repeatedChars: number;
  /** The heard text including any repeated part, or null while unknown. */
  readonly heard: string | null;
  /** Synthesised but unheard audio, in ms. */
  readonly unheardMs: number;
  /** Word timings, if TTS provides them. */
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
  /** Text, calls or results, or '' if there are none. */
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
  /** Commit of the turn whose answer has not been heard yet. */
  readonly committedMs: number | null;
  /** Measured wait for the answer that is about to be heard, in ms. */
  readonly waitMs: number | null;
  /** The last `clear`. The heard text follows later. */
  readonly cleared: { readonly utterance: string; readonly atMs: number } | null;
}

export const emptyTimeline: Timeline = {
  nowMs: 0,
  isEnded: false,
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

/** Time after its end during which a span may still change, in ms. */
const RECENT_MS = 15_000;

/**
 * Returns the time before which nothing will change any more.
 *
 * @returns ms of session time, at most `nowMs`
 */
export function settledUntil(timeline: Timeline): number {
  const { gaps, speech, replies, syntheses, utterances, words, pending, nowMs } = timeline;
  const calls = timeline.calls.map((call) => changingPartOf(call, nowMs));
  const changing = [...gaps, ...speech, ...replies, ...calls, ...syntheses, ...utterances, ...words].filter(
    ({ toMs }) => toMs === null || nowMs - toMs < RECENT_MS,
  );
  return Math.min(nowMs, pending.committedMs ?? nowMs, ...changing.map(({ fromMs }) => fromMs));
}

/**
 * Returns the part of a call that may still change. A call may run in the background for minutes, in which only its end
 * changes.
 */
function changingPartOf({ fromMs, toMs, background }: FunctionSpan, nowMs: number): Span {
  const isLong = background !== undefined && nowMs - background.sinceMs >= RECENT_MS;
  return { fromMs: isLong ? (toMs ?? nowMs) : fromMs, toMs };
}

/** The spans that can be open. */
const OPEN = ['gaps', 'voiced', 'speech', 'replies', 'calls', 'syntheses', 'utterances'] as const;

/** Ends the timeline and all open spans. */
export function endTimeline(timeline: Timeline, atMs: number): Timeline {
  const closed = Object.fromEntries(OPEN.map((name) => [name, closeSpans<Span>(timeline[name], atMs)]));
  return { ...timeline, ...closed, isEnded: true, nowMs: Math.max(timeline.nowMs, atMs) };
}

/** Ends open spans at `atMs`. */
export function closeSpans<Kind extends Span>(
  spans: readonly Kind[],
  atMs: number,
): readonly (Kind & { readonly toMs: number })[] {
  return spans.map((span) => ({ ...span, toMs: span.toMs ?? atMs }));
}
