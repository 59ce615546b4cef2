import type { Message } from 'antiphon';
import type { ServerMessage } from 'antiphon/server';
import { scan, startWith, type OperatorFunction } from 'rxjs';
import { toClientEvent, type ClientEvent } from './clientEvent.ts';

/** A span of the session, in ms since the client joined. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A moment of the session. */
export interface Mark {
  readonly atMs: number;
  readonly text: string;
}

/** The events of a session, as its client receives them. */
export interface SessionLog {
  /** Session time at which the client joined, in ms. */
  readonly joinedAt: number;
  readonly events: readonly ClientEvent[];
  readonly history: readonly Message[];
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  /** Speech segments. */
  readonly speech: readonly Span[];
  /** Final transcripts. */
  readonly words: readonly Mark[];
  /** Replies of the language model, to the last chunk. */
  readonly replies: readonly Span[];
  readonly calls: readonly Mark[];
  readonly interruptions: readonly Mark[];
  /** Reason of the end; null while the session lasts. */
  readonly reason: string | null;
}

export const emptyLog: SessionLog = {
  joinedAt: 0,
  events: [],
  history: [],
  errors: [],
  speech: [],
  words: [],
  replies: [],
  calls: [],
  interruptions: [],
  reason: null,
};

/** Emits the log at once, and again with every message. */
export function sessionLog(): OperatorFunction<ServerMessage, SessionLog> {
  return (messages) =>
    messages.pipe(
      scan(
        (before: SessionLog, message) => ({ ...before, ...addEvent(before, message), ...addEntries(before, message) }),
        emptyLog,
      ),
      startWith(emptyLog),
    );
}

function addEvent({ joinedAt, events }: SessionLog, message: ServerMessage): Partial<SessionLog> {
  const event = toClientEvent(message);
  return event === undefined ? {} : { events: [...events, { ...event, at: event.at - joinedAt }] };
}

function addEntries(before: SessionLog, message: ServerMessage): Partial<SessionLog> {
  const { history, errors, speech, words, interruptions } = before;
  const atMs = message.t_ms - before.joinedAt;
  switch (message.type) {
    case 'session.started':
      return { joinedAt: message.t_ms };
    case 'session.ended':
      return { reason: message.reason };
    case 'user.speech_started':
      return { speech: begin(speech, message.audio_ms) };
    case 'user.speech_stopped':
      return { speech: extend(speech, message.audio_ms) };
    case 'user.transcript':
      return message.final ? { words: [...words, { atMs, text: message.text }] } : {};
    case 'message.added':
      return { history: [...history, message.message] };
    case 'agent.interrupted':
      return { interruptions: [...interruptions, { atMs, text: `after “${lastWords(message.text)}”` }] };
    case 'error':
      return { errors: [...errors, message] };
    default:
      return modelEntries(before, message, atMs);
  }
}

function modelEntries(
  { history, replies, calls }: SessionLog,
  message: ServerMessage,
  atMs: number,
): Partial<SessionLog> {
  switch (message.type) {
    case 'agent.thinking':
      return { replies: begin(replies, atMs) };
    case 'agent.thought':
      return { replies: extend(replies, atMs) };
    case 'function_calls.collected': {
      const { function_calls: asked } = message;
      const text = asked.map((call) => call.function.name).join(' ');
      const said: Message = { role: 'assistant', content: '', name: null, tool_call_id: null, tool_calls: asked };
      return { calls: [...calls, { atMs, text }], history: [...history, said] };
    }
    case 'function_calls.executed':
      return {
        history: [
          ...history,
          ...message.results.map(({ role, content, tool_call_id }) => ({ role, content, tool_call_id, name: null })),
        ],
      };
    default:
      return {};
  }
}

function lastWords(text: string): string {
  return text.split(' ').slice(-3).join(' ');
}

function begin(spans: readonly Span[], atMs: number): readonly Span[] {
  return [...spans, { fromMs: atMs, toMs: atMs }];
}

function extend(spans: readonly Span[], atMs: number): readonly Span[] {
  return spans.map((span, index) => (index === spans.length - 1 ? { ...span, toMs: atMs } : span));
}
