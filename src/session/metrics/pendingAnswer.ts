import type { MetricPart } from '../../core/metric.ts';
import type { PlayoutEvent } from '../../core/playout.ts';
import type { EndReason, RoundProgress, SpeechEvent, TurnEvent } from '../../core/turn.ts';
import type { MetricEvent } from './metricEvent.ts';
import { addSpan, type Wait, type MeasuredWait } from './wait.ts';

/** An answer that is waited for, or heard and not yet whole. */
export interface PendingAnswer extends MeasuredWait {
  /** What is waited for now. */
  readonly phase: MetricPart;
  readonly generation: 'under way' | 'done' | 'cut';
  /** The utterance under way; `cut`: there was one, and it may be taken up. */
  readonly voice: { readonly utterance: string; readonly hasAudio: boolean } | 'none' | 'cut';
}

/** The handler is called for the first time. */
export function createPendingAnswer(turn: number, wait: Wait, now: number): PendingAnswer {
  return {
    turn,
    wait: addSpan(wait, 'floor', now),
    state: 'waiting',
    usage: new Map(),
    phase: 'handler',
    generation: 'under way',
    voice: 'none',
  };
}

/** What one more event means for the wait. */
export function updateAnswer(answer: PendingAnswer, event: MetricEvent, now: number): PendingAnswer {
  switch (event.kind) {
    case 'called':
    case 'chunk':
    case 'usage':
      return event.turn === answer.turn ? onProgress(answer, event, now) : answer;
    case 'reply':
      return event.event.turn === answer.turn ? onReply(answer, event.event, now) : answer;
    case 'end_reply':
      return event.turn === answer.turn ? onReplyEnd(answer, event.reason, now) : answer;
    case 'speech':
      return onSpeech(answer, event.event, now);
    case 'playout':
      return onPlayout(answer, event.event, now);
    default:
      return answer;
  }
}

/** It will not be heard; nothing changes for one that was. */
export function markUnheard(answer: PendingAnswer, now: number): PendingAnswer {
  return conclude(answer, 'unheard', now);
}

/** Nothing more is to be known of it. */
export function isComplete({ state, generation }: PendingAnswer): boolean {
  return state === 'unheard' || (state === 'heard' && generation !== 'under way');
}

function onProgress(answer: PendingAnswer, event: RoundProgress, now: number): PendingAnswer {
  switch (event.kind) {
    case 'called':
      return enterPhase(answer, 'handler', now, ['functions']);
    case 'chunk':
      return enterPhase(answer, 'sentence', now, ['handler']);
    case 'usage':
      return { ...answer, usage: new Map(answer.usage).set(event.round, event.usage) };
  }
}

function onReply(answer: PendingAnswer, event: TurnEvent, now: number): PendingAnswer {
  switch (event.kind) {
    case 'text':
      return enterPhase(answer, 'sentence', now, ['handler', 'functions']);
    case 'round':
      return event.calls.length === 0 ? answer : enterPhase(answer, 'functions', now, ['handler', 'sentence']);
    case 'ended':
      return giveUpIfSilent({ ...answer, generation: answer.generation === 'cut' ? 'cut' : 'done' }, now);
    default:
      return answer;
  }
}

/** What fails is still spoken as far as it goes. What the client was sent it may have played. */
function onReplyEnd(answer: PendingAnswer, reason: EndReason, now: number): PendingAnswer {
  if (reason === 'failed') return answer;
  const ended: PendingAnswer = { ...answer, generation: 'cut' };
  return answer.phase === 'transport' ? ended : markUnheard(ended, now);
}

function onSpeech(answer: PendingAnswer, event: SpeechEvent, now: number): PendingAnswer {
  if (event.kind === 'started')
    return event.turn === answer.turn ? { ...answer, voice: { utterance: event.utterance, hasAudio: false } } : answer;
  if (!isOf(answer, event) || hasAudio(answer)) return answer;
  switch (event.kind) {
    case 'text':
      return enterPhase(answer, 'tts', now);
    case 'audio':
      return enterPhase({ ...answer, voice: { utterance: event.utterance, hasAudio: true } }, 'held', now);
    case 'ended':
      return giveUpIfSilent({ ...answer, voice: 'none' }, now);
    default:
      return answer;
  }
}

function onPlayout(answer: PendingAnswer, event: PlayoutEvent, now: number): PendingAnswer {
  if (!isOf(answer, event)) return answer;
  switch (event.kind) {
    case 'sent':
      return enterPhase(answer, 'transport', now);
    case 'started':
      return conclude(answer, 'heard', now);
    case 'stopped':
      return event.samples > 0 ? conclude(answer, 'heard', now) : onCleared(answer, now);
    default:
      return answer;
  }
}

/** Cut before anything of it was heard: given up, or suspended until it is known whether the user had words. */
function onCleared(answer: PendingAnswer, now: number): PendingAnswer {
  if (answer.generation === 'cut') return markUnheard(answer, now);
  return enterPhase({ ...answer, voice: 'cut' }, 'held', now);
}

function giveUpIfSilent(answer: PendingAnswer, now: number): PendingAnswer {
  return answer.generation !== 'under way' && answer.voice === 'none' ? markUnheard(answer, now) : answer;
}

/** From now on `phase` is waited for, if one of `from` was until now. */
function enterPhase(
  answer: PendingAnswer,
  phase: MetricPart,
  now: number,
  from: readonly MetricPart[] = [answer.phase],
): PendingAnswer {
  if (answer.state !== 'waiting' || phase === answer.phase || !from.includes(answer.phase)) return answer;
  return { ...answer, phase, wait: addSpan(answer.wait, answer.phase, now) };
}

function conclude(answer: PendingAnswer, state: 'heard' | 'unheard', now: number): PendingAnswer {
  if (answer.state !== 'waiting') return answer;
  return { ...answer, state, wait: addSpan(answer.wait, answer.phase, now) };
}

function isOf({ voice }: PendingAnswer, { utterance }: { readonly utterance: string }): boolean {
  return typeof voice === 'object' && voice.utterance === utterance;
}

function hasAudio({ voice }: PendingAnswer): boolean {
  return typeof voice === 'object' && voice.hasAudio;
}
