import type { ServerMessage } from '../core/protocol.ts';
import {
  addInterruption,
  addText,
  correctWait,
  endIfLost,
  endSynthesis,
  endUtterances,
  fillHeard,
  isOf,
  startUtterance,
  updatePending,
  type Of,
} from './addSpeech.ts';
import { addLevel } from './envelope.ts';
import { toTimelineEvent } from './timelineEvent.ts';
import {
  closeSpans,
  endTimeline,
  type FunctionSpan,
  type Mark,
  type Reply,
  type Timeline,
  type TranscriptSpan,
} from './model.ts';
import { addWords } from './addWords.ts';

/** Levels of both sides at one moment of session time, as RMS from 0 to 1. */
export interface Levels {
  readonly atMs: number;
  readonly input: number;
  readonly output: number;
}

/** Adds a server message. Expects messages in the order of `seq`. */
export function addToTimeline(timeline: Timeline, message: ServerMessage): Timeline {
  const now = advance(timeline, message.t_ms);
  const event = toTimelineEvent(message);
  const events = event === null ? now.events : [...now.events, event];
  return { ...now, events, ...changesBy(now, message) };
}

/** Adds levels and advances the time. */
export function addLevels(timeline: Timeline, { atMs, input, output }: Levels): Timeline {
  if (timeline.isEnded) return timeline;
  return {
    ...advance(timeline, atMs),
    microphone: addLevel(timeline.microphone, atMs, input),
    loudspeaker: addLevel(timeline.loudspeaker, atMs, output),
  };
}

function advance(timeline: Timeline, atMs: number): Timeline {
  return { ...timeline, nowMs: Math.max(timeline.nowMs, atMs) };
}

function changesBy(timeline: Timeline, message: ServerMessage): Partial<Timeline> {
  return CHANGES[message.type]?.(timeline, message as never) ?? {};
}

/** The changes for each message type. */
const CHANGES: {
  readonly [Type in ServerMessage['type']]?: (timeline: Timeline, message: Of<Type>) => Partial<Timeline>;
} = {
  'user.speech_started': ({ speech }, { t_ms }) => ({ speech: [...speech, { fromMs: t_ms, toMs: null }] }),
  'user.speech_stopped': ({ speech }, { t_ms }) => ({ speech: closeSpans(speech, t_ms) }),
  'user.transcript': (timeline, message) => (message.text === '' ? {} : { words: addTranscript(timeline, message) }),
  'message.added': addMessage,
  'session.ended': (timeline, { t_ms }) => endTimeline(timeline, t_ms),
  'agent.thinking': ({ replies }, { turn, t_ms }) => ({ replies: [...replies, createReply(turn, t_ms)] }),
  'agent.thought': (timeline, message) => ({
    replies: endReply(timeline.replies, message),
    syntheses: endIfLost(timeline, message.reason !== 'complete', message.t_ms),
  }),
  'agent.text': (timeline, message) => ({
    replies: addFirstText(timeline.replies, message.t_ms),
    ...addText(timeline, message),
  }),
  'function_calls.collected': ({ calls }, { function_calls, t_ms }) => ({
    calls: [...calls, ...function_calls.map((call) => createCall(call, t_ms))],
  }),
  'function_calls.acknowledged': ({ calls }, { results, t_ms: sinceMs }) => {
    const policies = new Map(results.map(({ tool_call_id, policy }) => [tool_call_id, policy]));
    return { calls: updateOpen(calls, policies, (policy) => ({ background: { sinceMs, policy } })) };
  },
  'function_calls.progress': ({ calls }, { tool_call_id, content: text, t_ms: atMs }) => ({
    calls: updateOpen(calls, new Map([[tool_call_id, { atMs, text }]]), addProgress),
  }),
  'function_calls.executed': ({ calls }, { results, t_ms: toMs }) => {
    const ids = new Map(results.map(({ tool_call_id }) => [tool_call_id, true]));
    return { calls: updateOpen(calls, ids, () => ({ toMs })) };
  },
  'agent.speech_started': startUtterance,
  'agent.speech_stopped': ({ utterances }, message) => ({ utterances: endUtterances(utterances, message) }),
  'audio.start': ({ syntheses }, message) => ({
    syntheses: syntheses.map((synthesis) =>
      isOf(synthesis, message) ? { ...synthesis, audioAtMs: message.t_ms, toMs: null } : synthesis,
    ),
  }),
  'audio.end': ({ syntheses }, message) => ({ syntheses: endSynthesis(syntheses, message) }),
  clear: (timeline, message) => ({
    syntheses: endSynthesis(timeline.syntheses, message),
    ...updatePending(timeline, { cleared: { utterance: message.utterance_id, atMs: message.t_ms } }),
  }),
  'agent.interrupted': addInterruption,
  metrics: (timeline, message) =>
    message.heard ? correctWait(timeline, message) : { syntheses: endIfLost(timeline, true, message.t_ms) },
};

function addMessage(timeline: Timeline, { t_ms, message }: Of<'message.added'>): Partial<Timeline> {
  if (message.role === 'user') return updatePending(timeline, { committedMs: t_ms, waitMs: null });
  const isSpoken = message.role === 'assistant' && message.tool_calls === undefined;
  return isSpoken ? { utterances: fillHeard(timeline.utterances, message.content) } : {};
}

function addTranscript({ words, speech }: Timeline, message: Of<'user.transcript'>): readonly TranscriptSpan[] {
  const { utterance_id: utterance, text, final, t_ms: atMs } = message;
  return addWords(words, { atMs, beganMs: speech.at(-1)?.fromMs ?? null, utterance, text, final });
}

function createReply(turn: number, fromMs: number): Reply {
  return { turn, fromMs, toMs: null, textAtMs: null, chunks: [], reason: null };
}

function endReply(replies: readonly Reply[], { turn, reason, t_ms: toMs }: Of<'agent.thought'>): readonly Reply[] {
  return replies.map((reply) => (reply.turn === turn && reply.toMs === null ? { ...reply, toMs, reason } : reply));
}

/** Adds the time of the first text to the current reply, or to the reply that has just been generated. */
function addFirstText(replies: readonly Reply[], atMs: number): readonly Reply[] {
  const last = replies.at(-1);
  return last === undefined || last.textAtMs !== null
    ? replies
    : [...replies.slice(0, -1), { ...last, textAtMs: atMs }];
}

/** Changes the calls with these ids that have no final result yet. An id may occur again in a later round. */
function updateOpen<Value>(
  calls: readonly FunctionSpan[],
  values: ReadonlyMap<string, Value>,
  change: (value: Value, call: FunctionSpan) => Partial<FunctionSpan>,
): readonly FunctionSpan[] {
  return calls.map((call) => {
    const value = call.toMs === null ? values.get(call.id) : undefined;
    return value === undefined ? call : { ...call, ...change(value, call) };
  });
}

function addProgress(mark: Mark, { background }: FunctionSpan): Partial<FunctionSpan> {
  return background === undefined
    ? {}
    : { background: { ...background, progress: [...(background.progress ?? []), mark] } };
}

function createCall(call: Of<'function_calls.collected'>['function_calls'][number], fromMs: number): FunctionSpan {
  return { id: call.id, name: call.function.name, fromMs, toMs: null };
}
