import { emptyTimeline } from '../draw/model.ts';
import type { Timeline } from '../draw/model.ts';
import { follow, listen } from '../draw/follow.ts';
import { sessionTime, synchronised } from './clock.ts';
import type { Lead } from './clock.ts';
import { continued, converse, hear, silence } from './conversation.ts';
import type { Conversation } from './conversation.ts';
import type { Input, ServerMessage } from './inputs.ts';
import { entryOf } from './journal.ts';
import type { Entry } from './journal.ts';
import { measure, unanswered } from './latency.ts';
import type { Latency } from './latency.ts';
import { endWords, failureWords } from './wording.ts';
import type { Trouble } from './wording.ts';

/** All that the page shows. */
export interface State {
  readonly phase: 'idle' | 'starting' | 'live' | 'ended';
  readonly muted: boolean;
  /** The microphone's level, RMS from 0 to 1. */
  readonly level: number;
  readonly trouble: Trouble | null;
  readonly lead: Lead;
  readonly conversation: Conversation;
  readonly journal: readonly Entry[];
  readonly latency: Latency;
  readonly timeline: Timeline;
}

export const start: State = {
  phase: 'idle',
  muted: false,
  level: 0,
  trouble: null,
  lead: null,
  conversation: silence,
  journal: [],
  latency: unanswered,
  timeline: emptyTimeline,
};

/**
 * What the page shows after `input`. A conversation that starts begins with a clean page; one that is tried again keeps
 * what was said.
 */
export function next(state: State, input: Input): State {
  switch (input.kind) {
    case 'phase':
      return input.phase === 'starting' ? restarted(state) : { ...state, phase: input.phase, level: 0 };
    case 'message':
      return told(state, input.message, input.atMs);
    case 'level':
      return heard(state, input);
    case 'playback':
      return { ...state, conversation: hear(state.conversation, input.playback) };
    case 'muted':
      return { ...state, muted: input.muted };
    case 'failed':
      // A call that has lost its microphone goes on; one that is over says so itself.
      return { ...state, trouble: failureWords(input.code, input.words) };
    case 'ended':
      // What the page has said already is nearer to the cause.
      return { ...state, phase: 'ended', level: 0, trouble: state.trouble ?? endWords(input.reason) };
  }
}

function restarted({ trouble, conversation }: State): State {
  return { ...start, phase: 'starting', conversation: trouble === null ? start.conversation : continued(conversation) };
}

function told(state: State, message: ServerMessage, atMs: number): State {
  const entry = entryOf(message);
  return {
    ...state,
    lead: synchronised(state.lead, atMs, message.t_ms),
    conversation: converse(state.conversation, message),
    journal: entry === null ? state.journal : [...state.journal, entry],
    latency: measure(state.latency, message),
    timeline: follow(state.timeline, message),
  };
}

function heard(state: State, { input, output, atMs }: Extract<Input, { kind: 'level' }>): State {
  const level = state.muted ? 0 : input;
  const sessionMs = sessionTime(state.lead, atMs);
  if (sessionMs === null) return { ...state, level };
  return { ...state, level, timeline: listen(state.timeline, { atMs: sessionMs, input: level, output }) };
}
