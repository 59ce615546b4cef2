import type { ServerMessage } from '../core/protocol.ts';
import { sound } from './envelope.ts';
import type { Call, Pending, Reply, Span, Timeline, Utterance, Words } from './model.ts';

/** How loud both sides were at a moment of session time, RMS from 0 to 1. */
export interface Levels {
  readonly atMs: number;
  readonly input: number;
  readonly output: number;
}

/** The timeline with one more message of the server in it. Messages are expected in the order of their `seq`. */
export function follow(timeline: Timeline, message: ServerMessage): Timeline {
  const now = advance(timeline, message.t_ms);
  return { ...now, ...changes(now, message) };
}

/** The timeline with how loud it was, and with time having passed. */
export function listen(timeline: Timeline, { atMs, input, output }: Levels): Timeline {
  if (timeline.ended) return timeline;
  return {
    ...advance(timeline, atMs),
    microphone: sound(timeline.microphone, atMs, input),
    loudspeaker: sound(timeline.loudspeaker, atMs, output),
  };
}

function advance(timeline: Timeline, atMs: number): Timeline {
  return { ...timeline, nowMs: Math.max(timeline.nowMs, atMs) };
}

function changes(timeline: Timeline, message: ServerMessage): Partial<Timeline> {
  switch (message.type) {
    case 'user.speech_started':
      return { speech: [...timeline.speech, { fromMs: message.t_ms, toMs: null }] };
    case 'user.speech_stopped':
      return { speech: closed(timeline.speech, message.t_ms) };
    case 'user.transcript':
      return message.text === '' ? {} : { words: understood(timeline, message) };
    case 'message.added':
      return message.message.role === 'user' ? waiting(timeline, { committedMs: message.t_ms }) : {};
    case 'session.ended':
      return finished(timeline, message.t_ms);
    default:
      return changesOfReply(timeline, message);
  }
}

function changesOfReply(timeline: Timeline, message: ServerMessage): Partial<Timeline> {
  switch (message.type) {
    case 'agent.thinking':
      return { replies: [...timeline.replies, thinking(message.turn, message.t_ms)] };
    case 'agent.thought':
      return { replies: thought(timeline.replies, message) };
    case 'agent.text':
      return { replies: worded(timeline.replies, message.t_ms) };
    case 'function_calls.collected':
      return { calls: [...timeline.calls, ...message.function_calls.map((call) => called(call, message.t_ms))] };
    case 'function_calls.executed': {
      const ids = new Set(message.results.map((result) => result.tool_call_id));
      return { calls: timeline.calls.map((call) => (ids.has(call.id) ? { ...call, toMs: message.t_ms } : call)) };
    }
    default:
      return changesOfSpeech(timeline, message);
  }
}

function changesOfSpeech(timeline: Timeline, message: ServerMessage): Partial<Timeline> {
  switch (message.type) {
    case 'agent.speech_started':
      return audible(timeline, message);
    case 'agent.speech_stopped':
      return { utterances: silent(timeline.utterances, message) };
    case 'clear':
      return waiting(timeline, { cleared: { utterance: message.utterance_id, atMs: message.t_ms } });
    case 'agent.interrupted':
      return interrupted(timeline, message);
    default:
      return {};
  }
}

function closed<Kind extends Span>(spans: readonly Kind[], atMs: number): readonly Kind[] {
  return spans.map((span) => (span.toMs === null ? { ...span, toMs: atMs } : span));
}

type Of<Type extends ServerMessage['type']> = Extract<ServerMessage, { readonly type: Type }>;

/** What is final stays; what comes after it in the same utterance stands beside it. */
function understood({ words, speech }: Timeline, message: Of<'user.transcript'>): readonly Words[] {
  const { utterance_id: utterance, text, final, t_ms: toMs } = message;
  const last = words.at(-1);
  const replaces = last !== undefined && !last.final && last.utterance === utterance;
  // Words of speech lie over it; what was typed has no speech to lie over.
  const spoken = speech.at(-1);
  const begun = spoken === undefined || words.some((other) => other.fromMs >= spoken.fromMs) ? toMs : spoken.fromMs;
  const fromMs = replaces ? last.fromMs : begun;
  return [...(replaces ? words.slice(0, -1) : words), { utterance, text, final, fromMs, toMs }];
}

function waiting({ pending }: Timeline, change: Partial<Pending>): Pick<Timeline, 'pending'> {
  return { pending: { ...pending, ...change } };
}

function finished(timeline: Timeline, atMs: number): Partial<Timeline> {
  return {
    ended: true,
    speech: closed(timeline.speech, atMs),
    replies: closed(timeline.replies, atMs),
    calls: closed(timeline.calls, atMs),
    utterances: closed(timeline.utterances, atMs),
  };
}

function thinking(turn: number, fromMs: number): Reply {
  return { turn, fromMs, toMs: null, textAtMs: null, reason: null };
}

function thought(replies: readonly Reply[], { turn, reason, t_ms: toMs }: Of<'agent.thought'>): readonly Reply[] {
  return replies.map((reply) => (reply.turn === turn && reply.toMs === null ? { ...reply, toMs, reason } : reply));
}

/** The first words belong to the reply that is under way, or has just been written out. */
function worded(replies: readonly Reply[], atMs: number): readonly Reply[] {
  const last = replies.at(-1);
  return last === undefined || last.textAtMs !== null
    ? replies
    : [...replies.slice(0, -1), { ...last, textAtMs: atMs }];
}

function called(call: Of<'function_calls.collected'>['function_calls'][number], fromMs: number): Call {
  return { id: call.id, name: call.function.name, fromMs, toMs: null };
}

function audible(timeline: Timeline, message: Of<'agent.speech_started'>): Partial<Timeline> {
  const { utterance_id: utterance, t_ms: fromMs } = message;
  const { committedMs } = timeline.pending;
  return {
    utterances: [...timeline.utterances, { utterance, fromMs, toMs: null, cut: false }],
    waits: committedMs === null ? timeline.waits : [...timeline.waits, { fromMs: committedMs, toMs: fromMs }],
    ...waiting(timeline, { committedMs: null }),
  };
}

function silent(utterances: readonly Utterance[], message: Of<'agent.speech_stopped'>): readonly Utterance[] {
  const { utterance_id, t_ms: toMs, reason } = message;
  return utterances.map((spoken) =>
    spoken.utterance === utterance_id && spoken.toMs === null ? { ...spoken, toMs, cut: reason === 'cut' } : spoken,
  );
}

function interrupted(timeline: Timeline, message: Of<'agent.interrupted'>): Partial<Timeline> {
  const { cleared } = timeline.pending;
  const atMs = cleared?.utterance === message.utterance_id ? cleared.atMs : message.t_ms;
  const words = message.text.trim().split(/\s+/).filter(Boolean).length;
  const text = words === 1 ? 'after 1 word' : `after ${words} words`;
  return { interruptions: [...timeline.interruptions, { atMs, text }], ...waiting(timeline, { cleared: null }) };
}
