import type { CallEnd, CallEvents, CallPhase } from '../client/call.ts';
import { CallError } from '../client/errors.ts';
import { findRunningCall } from '../client/transcript/callsLine.ts';
import { addToTranscript, emptyTranscript, endTranscript, type Transcript } from '../client/transcript/transcript.ts';
import type { ConversationState } from '../core/protocol.ts';

type Message = CallEvents['message'];

/** The state of a session that a component shows. */
export interface SessionView {
  readonly state: CallPhase;
  /** The current activity of the user and the agent. */
  readonly activity: ConversationState;
  /** The lines of both sides, and the user's words recognised so far. */
  readonly transcript: Transcript;
  readonly muted: boolean;
  /** Why the session could not start, or what failed in it: a `CallError`, unless one of your functions threw. */
  readonly error: Error | null;
  /** The end of the session. Null until then, and null if it could not start. */
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

/** Resets the view once the session has ended. */
export function endView(view: SessionView): SessionView {
  return { ...view, activity: QUIET, transcript: endTranscript(view.transcript) };
}

/** Clears the failure when the audio runs again. */
export function resumeAudio(view: SessionView): SessionView {
  return view.error instanceof CallError && view.error.code === 'audio_paused' ? { ...view, error: null } : view;
}

/** Adds a server message. Expects messages in the order of `seq`. */
export function addMessage(view: SessionView, message: Message): SessionView {
  const transcript = addToTranscript(view.transcript, message);
  const activity = isBackgroundResult(view, message) ? view.activity : nextActivity(view.activity, message);
  return transcript === view.transcript && activity === view.activity ? view : { ...view, transcript, activity };
}

/**
 * Returns whether a message has only results from the background, which do not change what the agent does. After a
 * snapshot, the calls that were running before it are unknown.
 */
function isBackgroundResult({ transcript: { lines }, activity: { agent } }: SessionView, message: Message): boolean {
  if (message.type !== 'function_calls.executed') return false;
  return message.results.every(({ tool_call_id }) => {
    const call = findRunningCall(lines, tool_call_id);
    return call === undefined ? agent !== 'executing_functions' : call.acknowledged !== undefined;
  });
}

function nextActivity(activity: ConversationState, message: Message): ConversationState {
  if (message.type === 'session.snapshot') return message.state;
  if (message.type === 'session.ended') return QUIET;
  const [user, agent] = [nextUser(activity.user, message), nextAgent(activity.agent, message)];
  return user === activity.user && agent === activity.agent ? activity : { user, agent };
}

function nextUser(user: ConversationState['user'], message: Message): ConversationState['user'] {
  switch (message.type) {
    case 'user.speech_started':
      return 'speaking';
    case 'user.speech_stopped':
      return 'endpointing';
    case 'message.added':
      return message.message.role === 'user' && user === 'endpointing' ? 'silent' : user;
    default:
      return user;
  }
}

/** The messages about results that let the agent go on. */
const RESULTS: ReadonlySet<Message['type']> = new Set(['function_calls.acknowledged', 'function_calls.executed']);

function nextAgent(agent: ConversationState['agent'], message: Message): ConversationState['agent'] {
  if (RESULTS.has(message.type)) return 'thinking';
  switch (message.type) {
    case 'agent.thinking':
      return 'thinking';
    case 'function_calls.collected':
      return 'executing_functions';
    case 'agent.speech_started':
      return 'speaking';
    case 'agent.interrupted':
      return 'interrupted';
    case 'agent.speech_stopped':
      return agent === 'speaking' ? 'idle' : agent;
    case 'agent.done':
      return 'idle';
    case 'agent.thought':
      return message.reason !== 'complete' && agent === 'thinking' ? 'idle' : agent;
    default:
      return agent;
  }
}
