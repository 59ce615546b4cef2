import type { ServerMessage } from '../core/protocol.ts';
import { addLevel } from './envelope.ts';
import { afterWords, toTimelineEvent } from './timelineEvent.ts';
import {
  closeSpans,
  endTimeline,
  type FunctionSpan,
  type Pending,
  type Reply,
  type Timeline,
  type Utterance,
  type Synthesis,
  type TranscriptSpan,
} from './model.ts';
import { addWords } from './addWords.ts';

/** Levels of both sides at a moment of session time, RMS from 0 to 1. */
export interface Levels {
  readonly atMs: number;
  readonly input: number;
  readonly output: number;
}

/** Adds a message of the server. Expects the messages in the order of `seq`. */
export function addToTimeline(timeline: Timeline, message: ServerMessage): Timeline {
  const now = advance(timeline, message.t_ms);
  const event = toTimelineEvent(message);
  const events = event === null ? now.events : [...now.events, event];
  return { ...now, events, ...changes(now, message) };
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

function changes(timeline: Timeline, message: ServerMessage): Partial<Timeline> {
  switch (message.type) {
    case 'user.speech_started':
      return { speech: [...timeline.speech, { fromMs: message.t_ms, toMs: null }] };
    case 'user.speech_stopped':
      return { speech: closeSpans(timeline.speech, message.t_ms) };
    case 'user.transcript':
      return message.text === '' ? {} : { words: addTranscript(timeline, message) };
    case 'message.added':
      return messageAdded(timeline, message);
    case 'session.ended':
      return endTimeline(timeline, message.t_ms);
    default:
      return changesOfReply(timeline, message);
  }
}

function changesOfReply(timeline: Timeline, message: ServerMessage): Partial<Timeline> {
  switch (message.type) {
    case 'agent.thinking':
      return { replies: [...timeline.replies, createReply(message.turn, message.t_ms)] };
    case 'agent.thought':
      return {
        replies: endReply(timeline.replies, message),
        syntheses: endIfLost(timeline, message.reason !== 'complete', message.t_ms),
      };
    case 'agent.text':
      return { replies: addFirstText(timeline.replies, message.t_ms), ...addText(timeline, message) };
    case 'function_calls.collected':
      return { calls: [...timeline.calls, ...message.function_calls.map((call) => createCall(call, message.t_ms))] };
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
      return startUtterance(timeline, message);
    case 'agent.speech_stopped':
      return { utterances: endUtterances(timeline.utterances, message) };
    case 'audio.start':
      return {
        syntheses: timeline.syntheses.map((voice) =>
          isOf(voice, message) ? { ...voice, audioAtMs: message.t_ms, toMs: null } : voice,
        ),
      };
    case 'audio.end':
      return { syntheses: endSynthesis(timeline.syntheses, message) };
    case 'clear':
      return {
        syntheses: endSynthesis(timeline.syntheses, message),
        ...updatePending(timeline, { cleared: { utterance: message.utterance_id, atMs: message.t_ms } }),
      };
    case 'agent.interrupted':
      return addInterruption(timeline, message);
    case 'metrics':
      return message.heard ? correctWait(timeline, message) : { syntheses: endIfLost(timeline, true, message.t_ms) };
    default:
      return {};
  }
}

function messageAdded(timeline: Timeline, { t_ms, message }: Of<'message.added'>): Partial<Timeline> {
  if (message.role === 'user') return updatePending(timeline, { committedMs: t_ms, waitMs: null });
  const isSpoken = message.role === 'assistant' && message.tool_calls === undefined;
  return isSpoken ? { utterances: fillHeard(timeline.utterances, message.content) } : {};
}

/** Fills in the heard text of a cut utterance, unless it is known. */
function fillHeard(utterances: readonly Utterance[], heard: string): readonly Utterance[] {
  const last = utterances.at(-1);
  return last?.cut === true && last.heard === '' ? [...utterances.slice(0, -1), { ...last, heard }] : utterances;
}

type Of<Type extends ServerMessage['type']> = Extract<ServerMessage, { readonly type: Type }>;

function addTranscript({ words, speech }: Timeline, message: Of<'user.transcript'>): readonly TranscriptSpan[] {
  const { utterance_id: utterance, text, final, t_ms: atMs } = message;
  return addWords(words, { atMs, beganMs: speech.at(-1)?.fromMs ?? null, utterance, text, final });
}

function updatePending({ pending }: Timeline, change: Partial<Pending>): Pick<Timeline, 'pending'> {
  return { pending: { ...pending, ...change } };
}

function createReply(turn: number, fromMs: number): Reply {
  return { turn, fromMs, toMs: null, textAtMs: null, chunks: [], reason: null };
}

function endReply(replies: readonly Reply[], { turn, reason, t_ms: toMs }: Of<'agent.thought'>): readonly Reply[] {
  return replies.map((reply) => (reply.turn === turn && reply.toMs === null ? { ...reply, toMs, reason } : reply));
}

/** Adds the time of the first text to the current reply, or to the one that has just been generated. */
function addFirstText(replies: readonly Reply[], atMs: number): readonly Reply[] {
  const last = replies.at(-1);
  return last === undefined || last.textAtMs !== null
    ? replies
    : [...replies.slice(0, -1), { ...last, textAtMs: atMs }];
}

function createCall(call: Of<'function_calls.collected'>['function_calls'][number], fromMs: number): FunctionSpan {
  return { id: call.id, name: call.function.name, fromMs, toMs: null };
}

/** Adds text to its synthesis and utterance. */
function addText(
  { syntheses, utterances }: Timeline,
  message: Of<'agent.text'>,
): Pick<Timeline, 'syntheses' | 'utterances'> {
  const { utterance_id: utterance, delta, t_ms: fromMs } = message;
  const begun = syntheses.some((synthesis) => synthesis.utterance === utterance)
    ? syntheses
    : [...syntheses, { utterance, fromMs, toMs: null, audioAtMs: null, text: '' }];
  return {
    syntheses: begun.map((synthesis) =>
      isOf(synthesis, message) ? { ...synthesis, text: synthesis.text + delta } : synthesis,
    ),
    utterances: utterances.map((said) => (isOf(said, message) ? { ...said, text: said.text + delta } : said)),
  };
}

/** Ends syntheses without audio when their reply has failed or was given up. */
function endIfLost({ syntheses }: Timeline, isLost: boolean, atMs: number): readonly Synthesis[] {
  if (!isLost) return syntheses;
  return syntheses.flatMap((synthesis) => (synthesis.audioAtMs === null ? closeSpans([synthesis], atMs) : synthesis));
}

function endSynthesis(syntheses: readonly Synthesis[], message: Of<'audio.end' | 'clear'>): readonly Synthesis[] {
  return syntheses.flatMap((synthesis) =>
    isOf(synthesis, message) ? closeSpans([synthesis], message.t_ms) : synthesis,
  );
}

function isOf({ utterance }: Synthesis | Utterance, message: { readonly utterance_id: string }): boolean {
  return utterance === message.utterance_id;
}

function startUtterance(timeline: Timeline, message: Of<'agent.speech_started'>): Partial<Timeline> {
  const { utterance_id: utterance, t_ms: fromMs } = message;
  const { committedMs } = timeline.pending;
  const text = timeline.syntheses.find((voice) => isOf(voice, message))?.text ?? '';
  const spoken = { utterance, fromMs, toMs: null, cut: false, text, heard: null, unheardMs: 0, words: [] };
  return {
    utterances: [...timeline.utterances, spoken],
    waits:
      committedMs === null ? timeline.waits : [...timeline.waits, { fromMs: beganMs(timeline, fromMs), toMs: fromMs }],
    ...updatePending(timeline, { committedMs: null, waitMs: null }),
  };
}

/** Start of the wait for the audio that is heard now. */
function beganMs({ pending: { committedMs, waitMs } }: Timeline, heardMs: number): number {
  return waitMs === null ? (committedMs ?? heardMs) : heardMs - waitMs;
}

/** Corrects the wait: its whole length is known once the answer is heard. */
function correctWait(timeline: Timeline, { total_ms: totalMs }: Of<'metrics'>): Partial<Timeline> {
  const { waits, pending } = timeline;
  // For an answer that is already generated, the metrics come right before its first sound.
  if (pending.committedMs !== null) return updatePending(timeline, { waitMs: totalMs });
  const last = waits.at(-1);
  if (last === undefined || last.toMs === null) return {};
  return { waits: [...waits.slice(0, -1), { fromMs: last.toMs - totalMs, toMs: last.toMs }] };
}

function endUtterances(utterances: readonly Utterance[], message: Of<'agent.speech_stopped'>): readonly Utterance[] {
  const { t_ms: toMs, reason } = message;
  return utterances.map((spoken) =>
    isOf(spoken, message) && spoken.toMs === null ? endUtterance(spoken, toMs, reason === 'cut') : spoken,
  );
}

/** Counts nothing of a cut utterance as heard until an interruption or a message says what was. */
function endUtterance(spoken: Utterance, toMs: number, cut: boolean): Utterance {
  return { ...spoken, toMs, cut, heard: spoken.heard ?? (cut ? '' : null) };
}

function addInterruption(timeline: Timeline, message: Of<'agent.interrupted'>): Partial<Timeline> {
  const { cleared } = timeline.pending;
  const atMs = cleared?.utterance === message.utterance_id ? cleared.atMs : message.t_ms;
  const heard = message.text;
  return {
    interruptions: [...timeline.interruptions, { atMs, text: afterWords(heard) }],
    utterances: timeline.utterances.map((spoken) => (isOf(spoken, message) ? { ...spoken, heard } : spoken)),
    ...updatePending(timeline, { cleared: null }),
  };
}
