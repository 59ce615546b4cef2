import type { CallPhase, ServerMessage } from '../client/call.ts';
import { emptyTimeline, type Timeline } from '../draw/model.ts';
import { addToTimeline, addLevels } from '../draw/addToTimeline.ts';
import {
  continueTranscript,
  addToTranscript,
  addPlayback,
  emptyTranscript,
  type Transcript,
} from '../client/transcript/transcript.ts';
import type { Input } from './inputs.ts';
import { toEntry, type Entry } from './journal.ts';
import { addToLatency, emptyLatency, type Latency } from './latency.ts';
import { endNotice, failureNotice, interruptedNotice, type Notice } from './notices.ts';

/** The state shown by the page. */
export interface State {
  readonly phase: CallPhase;
  readonly muted: boolean;
  /** The id of the latest session; null before the first one. */
  readonly session: string | null;
  /** The microphone's level, RMS from 0 to 1. */
  readonly level: number;
  readonly notice: Notice | null;
  readonly clockOffset: ClockOffset;
  readonly conversation: Transcript;
  readonly journal: readonly Entry[];
  readonly latency: Latency;
  readonly timeline: Timeline;
}

export const initialState: State = {
  phase: 'idle',
  muted: false,
  session: null,
  level: 0,
  notice: null,
  clockOffset: null,
  conversation: emptyTranscript,
  journal: [],
  latency: emptyLatency,
  timeline: emptyTimeline,
};

/**
 * Returns the state after `input`. A new conversation starts with an empty page. After a failure, earlier lines are
 * kept.
 */
export function nextState(state: State, input: Input): State {
  switch (input.kind) {
    case 'phase':
      return input.phase === 'starting' ? restart(state) : { ...state, phase: input.phase, level: 0 };
    case 'message':
      return addMessage(state, input.message, input.atMs);
    case 'level':
      return addLevel(state, input);
    case 'playback':
      return { ...state, conversation: addPlayback(state.conversation, input.playback) };
    case 'muted':
      return { ...state, muted: input.muted };
    case 'failed':
      // The call may continue without a microphone. If it has ended, `ended` follows.
      return { ...state, notice: failureNotice(input.code, input.words) };
    case 'audio':
      return input.state === 'running' ? withoutSoundNotice(state) : state;
    case 'interrupted':
      return { ...state, notice: interruptedNotice };
    case 'ended':
      return end(state, input.reason);
  }
}

/** Ends the conversation. Keeps an earlier notice, which is closer to the cause, unless it offers to continue. */
function end(state: State, reason: string): State {
  const earlier = state.notice?.way === 'resume' ? null : state.notice;
  return { ...state, phase: 'ended', level: 0, notice: earlier ?? endNotice(reason) };
}

function withoutSoundNotice(state: State): State {
  return state.notice?.way === 'sound' ? { ...state, notice: null } : state;
}

function restart({ notice, conversation }: State): State {
  return {
    ...initialState,
    phase: 'starting',
    conversation: notice === null ? initialState.conversation : continueTranscript(conversation),
  };
}

function addMessage(state: State, message: ServerMessage, atMs: number): State {
  const entry = toEntry(message);
  return {
    ...state,
    session: message.type === 'session.started' ? message.session_id : state.session,
    clockOffset: synchronise(state.clockOffset, atMs, message.t_ms),
    conversation: addToTranscript(state.conversation, message),
    journal: entry === null ? state.journal : [...state.journal, entry],
    latency: addToLatency(state.latency, message),
    timeline: addToTimeline(state.timeline, message),
  };
}

function addLevel(state: State, { input, output, atMs }: Extract<Input, { kind: 'level' }>): State {
  const level = state.muted ? 0 : input;
  const sessionMs = sessionTime(state.clockOffset, atMs);
  if (sessionMs === null) return { ...state, level };
  return { ...state, level, timeline: addLevels(state.timeline, { atMs: sessionMs, input: level, output }) };
}

/**
 * The lead of the browser's clock over the session's, in ms, or null before the first message. The message with the
 * shortest delay gives the best estimate.
 */
export type ClockOffset = number | null;

/** Updates the offset with a message sent at `sentMs` (session time) that arrived at `atMs` (browser time). */
export function synchronise(offset: ClockOffset, atMs: number, sentMs: number): ClockOffset {
  return Math.min(offset ?? Infinity, atMs - sentMs);
}

/** Converts browser time to session time in ms, or to null before the first message. */
export function sessionTime(offset: ClockOffset, atMs: number): number | null {
  return offset === null ? null : Math.max(0, atMs - offset);
}
