import type { Message } from 'antiphon';
import type { ServerMessage } from 'antiphon/server';
import { scan, startWith } from 'rxjs';
import type { OperatorFunction } from 'rxjs';
import { toClientEvent } from './clientEvent.ts';
import type { ClientEvent } from './clientEvent.ts';

/** A stretch of the session. Times are in ms from when the client has joined. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Something at one moment of the session. */
export interface Mark {
  readonly atMs: number;
  readonly text: string;
}

/** What happened in a session, as its client heard of it. */
export interface SessionLog {
  /** When the client has joined, in ms of the session's time. */
  readonly joinedAt: number;
  readonly events: readonly ClientEvent[];
  readonly history: readonly Message[];
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  /** What voice activity detection took for speech. */
  readonly speech: readonly Span[];
  /** What the recogniser understood, when it was sure. */
  readonly words: readonly Mark[];
  /** Replies of the language model, from the question to the last chunk. */
  readonly replies: readonly Span[];
  readonly calls: readonly Mark[];
  readonly interruptions: readonly Mark[];
  /** Why it has ended; null: it has not. */
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

/** The minutes so far, whenever there is more of them. */
export function sessionLog(): OperatorFunction<ServerMessage, SessionLog> {
  return (messages) =>
    messages.pipe(
      scan(
        (before: SessionLog, message) => ({ ...before, ...noted(before, message), ...more(before, message) }),
        emptyLog,
      ),
      startWith(emptyLog),
    );
}

function noted({ joinedAt, events }: SessionLog, message: ServerMessage): Partial<SessionLog> {
  const event = toClientEvent(message);
  return event === undefined ? {} : { events: [...events, { ...event, at: event.at - joinedAt }] };
}

function more(before: SessionLog, message: ServerMessage): Partial<SessionLog> {
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
      return ofTheModel(before, message, atMs);
  }
}

function ofTheModel(
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
