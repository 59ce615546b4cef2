import type { ServerMessage } from '../core/protocol.ts';
import { addLevel } from './envelope.ts';
import { afterWords, toTimelineEvent } from './timelineEvent.ts';
import { closeSpans, ended } from './model.ts';
import type { Call, Pending, Reply, Timeline, Utterance, Synthesis, Words } from './model.ts';
import { addWords } from './addWords.ts';

/** How loud both sides were at a moment of session time, RMS from 0 to 1. */
export interface Levels {
  readonly atMs: number;
  readonly input: number;
  readonly output: number;
}

/** The timeline with one more message of the server in it. Messages are expected in the order of their `seq`. */
export function addToTimeline(timeline: Timeline, message: ServerMessage): Timeline {
  const now = advance(timeline, message.t_ms);
  const happening = toTimelineEvent(message);
  const events = happening === null ? now.events : [...now.events, happening];
  return { ...now, events, ...changes(now, message) };
}

/** The timeline with how loud it was, and with time having passed. */
export function addLevels(timeline: Timeline, { atMs, input, output }: Levels): Timeline {
  if (timeline.endTimeline) return timeline;
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
      return message.text === '' ? {} : { words: recognised(timeline, message) };
    case 'message.added':
      return messageAdded(timeline, message);
    case 'session.ended':
      return ended(timeline, message.t_ms);
    default:
      return changesOfReply(timeline, message);
  }
}

function changesOfReply(timeline: Timeline, message: ServerMessage): Partial<Timeline> {
  switch (message.type) {
    case 'agent.thinking':
      return { replies: [...timeline.replies, thinking(message.turn, message.t_ms)] };
    case 'agent.thought':
      return {
        replies: thought(timeline.replies, message),
        syntheses: unlessLost(timeline, message.reason !== 'complete', message.t_ms),
      };
    case 'agent.text':
      return { replies: worded(timeline.replies, message.t_ms), ...handed(timeline, message) };
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
    case 'audio.start':
      return {
        syntheses: timeline.syntheses.map((voice) =>
          isOf(voice, message) ? { ...voice, audioAtMs: message.t_ms, toMs: null } : voice,
        ),
      };
    case 'audio.end':
      return { syntheses: fallen(timeline.syntheses, message) };
    case 'clear':
      return {
        syntheses: fallen(timeline.syntheses, message),
        ...waiting(timeline, { cleared: { utterance: message.utterance_id, atMs: message.t_ms } }),
      };
    case 'agent.interrupted':
      return interrupted(timeline, message);
    case 'metrics':
      return message.heard ? felt(timeline, message) : { syntheses: unlessLost(timeline, true, message.t_ms) };
    default:
      return {};
  }
}

function messageAdded(timeline: Timeline, { t_ms, message }: Of<'message.added'>): Partial<Timeline> {
  if (message.role === 'user') return waiting(timeline, { committedMs: t_ms, waitMs: null });
  const isSpoken = message.role === 'assistant' && message.tool_calls === undefined;
  return isSpoken ? { utterances: recorded(timeline.utterances, message.content) } : {};
}

/** The message tells what was heard of an utterance that was cut before it, where nothing else has. */
function recorded(utterances: readonly Utterance[], heard: string): readonly Utterance[] {
  const last = utterances.at(-1);
  return last?.cut === true && last.heard === '' ? [...utterances.slice(0, -1), { ...last, heard }] : utterances;
}

type Of<Type extends ServerMessage['type']> = Extract<ServerMessage, { readonly type: Type }>;

function recognised({ words, speech }: Timeline, message: Of<'user.transcript'>): readonly Words[] {
  const { utterance_id: utterance, text, final, t_ms: atMs } = message;
  return addWords(words, { atMs, beganMs: speech.at(-1)?.fromMs ?? null, utterance, text, final });
}

function waiting({ pending }: Timeline, change: Partial<Pending>): Pick<Timeline, 'pending'> {
  return { pending: { ...pending, ...change } };
}

function thinking(turn: number, fromMs: number): Reply {
  return { turn, fromMs, toMs: null, textAtMs: null, chunks: [], reason: null };
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

/** Text is handed to the voice, and to what is said already. */
function handed(
  { syntheses: voices, utterances }: Timeline,
  message: Of<'agent.text'>,
): Pick<Timeline, 'syntheses' | 'utterances'> {
  const { utterance_id: utterance, delta, t_ms: fromMs } = message;
  const begun = voices.some((voice) => voice.utterance === utterance)
    ? voices
    : [...voices, { utterance, fromMs, toMs: null, audioAtMs: null, text: '' }];
  return {
    syntheses: begun.map((voice) => (isOf(voice, message) ? { ...voice, text: voice.text + delta } : voice)),
    utterances: utterances.map((said) => (isOf(said, message) ? { ...said, text: said.text + delta } : said)),
  };
}

/** A voice that has made no audio is not waited for any more once its reply has failed or was given up. */
function unlessLost({ syntheses: voices }: Timeline, isLost: boolean, atMs: number): readonly Synthesis[] {
  if (!isLost) return voices;
  return voices.flatMap((voice) => (voice.audioAtMs === null ? closeSpans([voice], atMs) : voice));
}

function fallen(voices: readonly Synthesis[], message: Of<'audio.end' | 'clear'>): readonly Synthesis[] {
  return voices.flatMap((voice) => (isOf(voice, message) ? closeSpans([voice], message.t_ms) : voice));
}

function isOf({ utterance }: Synthesis | Utterance, message: { readonly utterance_id: string }): boolean {
  return utterance === message.utterance_id;
}

function audible(timeline: Timeline, message: Of<'agent.speech_started'>): Partial<Timeline> {
  const { utterance_id: utterance, t_ms: fromMs } = message;
  const { committedMs } = timeline.pending;
  const text = timeline.syntheses.find((voice) => isOf(voice, message))?.text ?? '';
  const spoken = { utterance, fromMs, toMs: null, cut: false, text, heard: null, unheardMs: 0, words: [] };
  return {
    utterances: [...timeline.utterances, spoken],
    waits:
      committedMs === null ? timeline.waits : [...timeline.waits, { fromMs: beganMs(timeline, fromMs), toMs: fromMs }],
    ...waiting(timeline, { committedMs: null, waitMs: null }),
  };
}

/** When the wait for what is heard now began. */
function beganMs({ pending: { committedMs, waitMs } }: Timeline, heardMs: number): number {
  return waitMs === null ? (committedMs ?? heardMs) : heardMs - waitMs;
}

/** The whole wait that the user felt is known once the answer is heard. */
function felt(timeline: Timeline, { total_ms: totalMs }: Of<'metrics'>): Partial<Timeline> {
  const { waits, pending } = timeline;
  // Of an answer that is written out already it is told right before its first sound.
  if (pending.committedMs !== null) return waiting(timeline, { waitMs: totalMs });
  const last = waits.at(-1);
  if (last === undefined || last.toMs === null) return {};
  return { waits: [...waits.slice(0, -1), { fromMs: last.toMs - totalMs, toMs: last.toMs }] };
}

function silent(utterances: readonly Utterance[], message: Of<'agent.speech_stopped'>): readonly Utterance[] {
  const { t_ms: toMs, reason } = message;
  return utterances.map((spoken) =>
    isOf(spoken, message) && spoken.toMs === null ? stopped(spoken, toMs, reason === 'cut') : spoken,
  );
}

/** Of an utterance that was cut nothing counts as heard until an interruption or a message says what was. */
function stopped(spoken: Utterance, toMs: number, cut: boolean): Utterance {
  return { ...spoken, toMs, cut, heard: spoken.heard ?? (cut ? '' : null) };
}

function interrupted(timeline: Timeline, message: Of<'agent.interrupted'>): Partial<Timeline> {
  const { cleared } = timeline.pending;
  const atMs = cleared?.utterance === message.utterance_id ? cleared.atMs : message.t_ms;
  const heard = message.text;
  return {
    interruptions: [...timeline.interruptions, { atMs, text: afterWords(heard) }],
    utterances: timeline.utterances.map((spoken) => (isOf(spoken, message) ? { ...spoken, heard } : spoken)),
    ...waiting(timeline, { cleared: null }),
  };
}
