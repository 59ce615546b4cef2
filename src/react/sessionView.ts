import type { CallEnd, CallEvents, CallPhase } from '../client/call.ts';
import { addToTranscript, emptyTranscript, type Transcript } from '../client/transcript/transcript.ts';
import type { ConversationState } from '../core/protocol.ts';

/** What a component shows of a session. */
export interface SessionView {
  readonly state: CallPhase;
  /** What the user and the agent do. */
  readonly activity: ConversationState;
  /** The lines of both sides, and what is recognised of the user's words so far. */
  readonly transcript: Transcript;
  readonly muted: boolean;
  /** Why the session could not be started, or what failed in it: a `CallError`, unless a function of yours threw. */
  readonly error: Error | null;
  /** How the session ended; null before that, and if it could not be started. */
  readonly ended: CallEnd | null;
}

const QUIET: ConversationState = { user: 'silent', agent: 'idle' };

export const initialView: SessionView = {
  state: 'idle',
  activity: QUIET,
  transcript: emptyTranscript,
  muted: false,
  error: null,
  ended: null,
};

/** Adds a message of the server. Expects the messages in the order of `seq`. */
export function addMessage(view: SessionView, message: CallEvents['message']): SessionView {
  const transcript = addToTranscript(view.transcript, message);
  const activity = nextActivity(view.activity, message);
  return transcript === view.transcript && activity === view.activity ? view : { ...view, transcript, activity };
}

function nextActivity(activity: ConversationState, message: CallEvents['message']): ConversationState {
  switch (message.type) {
    case 'user.speech_started':
      return { ...activity, user: 'speaking' };
    case 'user.speech_stopped':
      return { ...activity, user: 'endpointing' };
    case 'message.added':
      return message.message.role === 'user' && activity.user === 'endpointing'
        ? { ...activity, user: 'silent' }
        : activity;
    case 'agent.thinking':
      return { ...activity, agent: 'thinking' };
    case 'function_calls.collected':
      return { ...activity, agent: 'executing_functions' };
    case 'function_calls.executed':
      return { ...activity, agent: 'thinking' };
    case 'agent.speech_started':
      return { ...activity, agent: 'speaking' };
    case 'agent.interrupted':
      return { ...activity, agent: 'interrupted' };
    case 'agent.speech_stopped':
      return activity.agent === 'speaking' ? { ...activity, agent: 'idle' } : activity;
    case 'agent.thought':
      return message.reason === 'complete' || activity.agent !== 'thinking' ? activity : { ...activity, agent: 'idle' };
    case 'session.snapshot':
      return message.state;
    case 'session.ended':
      return QUIET;
    default:
      return activity;
  }
}
