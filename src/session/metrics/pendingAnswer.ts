import type { MetricPart } from '../../core/metric.ts';
import type { PlayoutEvent } from '../../core/playout.ts';
import type { EndReason, RoundProgress, SpeechEvent, TurnEvent } from '../../core/turn.ts';
import type { MetricEvent } from './metricEvent.ts';
import type { PreemptiveEvent } from './preemptive.ts';
import { addSpan, type MeasuredWait } from './wait.ts';

/** An answer that the user waits for, or that is audible and not yet generated completely. */
export interface PendingAnswer extends MeasuredWait {
  /** The reply that gives it: another than that of its turn, once an agent has handed the turn over without a word. */
  readonly reply: number;
  /** The current part of the wait. */
  readonly phase: MetricPart;
  readonly generation: 'running' | 'done' | 'cut' | 'handed_over';
  /** The current utterance; `cut` if it was cut and may be resumed. */
  readonly speech: { readonly utterance: string; readonly hasAudio: boolean } | 'none' | 'cut';
}

/** Creates an answer when the handler is called for the first time. */
export function createPendingAnswer(
  { turn, wait, preemptive }: Pick<PendingAnswer, 'turn' | 'wait' | 'preemptive'>,
  now: number,
): PendingAnswer {
  return createAnswer({
    turn,
    wait: addSpan(wait, 'floor', now),
    state: 'waiting',
    usage: new Map(),
    preemptive,
    reply: turn,
    phase: 'handler',
    generation: 'running',
    speech: 'none',
  });
}

/** Writes all fields out, as floor/create.ts does: a copy of a copy is slow to read. */
function createAnswer(answer: PendingAnswer): PendingAnswer {
  const { turn, wait, state, usage, preemptive, reply, phase, generation, speech } = answer;
  return { turn, wait, state, usage, preemptive, reply, phase, generation, speech };
}

/** Applies an event. */
export function updateAnswer(answer: PendingAnswer, event: MetricEvent, now: number): PendingAnswer {
  switch (event.kind) {
    case 'called':
    case 'chunk':
    case 'usage':
      return event.turn === answer.reply ? onProgress(answer, event, now) : answer;
    case 'reply':
      return onReply(answer, event.event, now);
    case 'end_reply':
      return event.turn === answer.reply ? onReplyEnd(answer, event.reason, now) : answer;
    case 'speech':
      return onSpeech(answer, event.event, now);
    case 'finish':
      return onSessionEnd(answer, now);
    case 'playout':
      return onPlayout(answer, event.event, now);
    default:
      return answer;
  }
}

/** Ends the wait for an answer that will not be heard. Does not change an answer that was heard. */
export function markUnheard(answer: PendingAnswer, now: number): PendingAnswer {
  return conclude(answer, 'unheard', now);
}

/** Checks whether no further event can change the metric. */
export function isComplete({ state, generation }: PendingAnswer): boolean {
  return state === 'unheard' || (state === 'heard' && generation !== 'running');
}

function onProgress(answer: PendingAnswer, event: Exclude<RoundProgress, PreemptiveEvent>, now: number): PendingAnswer {
  switch (event.kind) {
    case 'called':
      return enterPhase(answer, 'handler', now, ['functions']);
    case 'chunk':
      return enterPhase(answer, 'sentence', now, ['handler']);
    case 'usage':
      return { ...answer, usage: new Map(answer.usage).set(`${event.turn}.${event.round}`, event.usage) };
  }
}

function onReply(answer: PendingAnswer, event: TurnEvent, now: number): PendingAnswer {
  if (event.kind === 'started') return onReplyStart(answer, event.turn);
  if (event.turn !== answer.reply) return answer;
  switch (event.kind) {
    case 'text':
      return enterPhase(answer, 'sentence', now, ['handler', 'functions']);
    case 'round':
      return event.calls.length === 0 ? answer : enterPhase(answer, 'functions', now, ['handler', 'sentence']);
    case 'ended':
      return endIfSilent(answer.generation === 'running' ? { ...answer, generation: 'done' } : answer, now);
    default:
      return answer;
  }
}

/** The reply behind one that was handed over without a word gives its answer. */
function onReplyStart(answer: PendingAnswer, reply: number): PendingAnswer {
  return answer.generation === 'handed_over' ? { ...answer, reply, generation: 'running' } : answer;
}

/** Nobody answers a turn any more that was handed over. */
function onSessionEnd(answer: PendingAnswer, now: number): PendingAnswer {
  return answer.generation === 'handed_over' ? markUnheard(answer, now) : answer;
}

/**
 * Handles the end of a reply. A failed reply is still spoken as far as it goes, and so is one that another agent goes on with; audio
 * that was sent may have been played.
 */
function onReplyEnd(answer: PendingAnswer, reason: EndReason, now: number): PendingAnswer {
  if (reason === 'failed') return answer;
  if (reason === 'complete')
    return answer.state === 'waiting' && answer.speech === 'none' ? { ...answer, generation: 'handed_over' } : answer;
  const ended: PendingAnswer = { ...answer, generation: 'cut' };
  return answer.phase === 'transport' ? ended : markUnheard(ended, now);
}

function onSpeech(answer: PendingAnswer, event: SpeechEvent, now: number): PendingAnswer {
  const { utterance } = event;
  if (event.kind === 'started')
    return event.turn === answer.reply ? createAnswer({ ...answer, speech: { utterance, hasAudio: false } }) : answer;
  const { speech } = answer;
  if (typeof speech !== 'object' || speech.utterance !== utterance || speech.hasAudio) return answer;
  switch (event.kind) {
    case 'text':
      return enterPhase(answer, 'tts', now);
    case 'audio':
      return enterPhase({ ...answer, speech: { utterance, hasAudio: true } }, 'held', now);
    case 'ended':
      return endIfSilent({ ...answer, speech: 'none' }, now);
    default:
      return answer;
  }
}

function onPlayout(answer: PendingAnswer, event: PlayoutEvent, now: number): PendingAnswer {
  const { speech } = answer;
  if (typeof speech !== 'object' || speech.utterance !== event.utterance) return answer;
  switch (event.kind) {
    case 'sent':
      return enterPhase(answer, 'transport', now);
    case 'started':
      return conclude(answer, 'heard', now - (event.lateMs ?? 0));
    case 'stopped':
      return event.samples > 0 ? conclude(answer, 'heard', now) : onCleared(answer, now);
    default:
      return answer;
  }
}

/** Handles a cut before any sound. A reply that may still be resumed is waited for. */
function onCleared(answer: PendingAnswer, now: number): PendingAnswer {
  if (answer.generation === 'cut') return markUnheard(answer, now);
  return enterPhase({ ...answer, speech: 'cut' }, 'held', now);
}

function endIfSilent(answer: PendingAnswer, now: number): PendingAnswer {
  const isOver = answer.generation === 'done' || answer.generation === 'cut';
  return isOver && answer.speech === 'none' ? markUnheard(answer, now) : answer;
}

/** Enters `phase` if the current phase is one of `from`. */
function enterPhase(
  answer: PendingAnswer,
  phase: MetricPart,
  now: number,
  from: readonly MetricPart[] = [answer.phase],
): PendingAnswer {
  if (answer.state !== 'waiting' || phase === answer.phase || !from.includes(answer.phase)) return answer;
  return createAnswer({ ...answer, phase, wait: addSpan(answer.wait, answer.phase, now) });
}

function conclude(answer: PendingAnswer, state: 'heard' | 'unheard', now: number): PendingAnswer {
  if (answer.state !== 'waiting') return answer;
  return { ...answer, state, wait: addSpan(answer.wait, answer.phase, now) };
}
