import { durationMs, samplesOfMs } from '../../src/core/audio.ts';
import type { AudioFrame } from '../../src/core/audio.ts';
import type { PlayoutCommand } from '../../src/core/playout.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import type { Change, Machine } from '../../src/playback/clockwork.ts';
import { append, cut, idlePlayHead, playsUntil, unplayed } from '../../src/playback/playHead.ts';
import type { PlayHead } from '../../src/playback/playHead.ts';
import { goingStopwatch, playTime, runStopwatch, schedulerTime } from '../../src/time/stopwatch.ts';
import type { Stopwatch } from '../../src/time/stopwatch.ts';
import { dequeue, enqueue, newlyWaiting, queuedMs, waitingShape } from './waiting.ts';
import type { Waiting } from './waiting.ts';

export interface PacerLimits {
  readonly leadMs: number;
  readonly frameMs: number;
  readonly maxQueuedMs: number;
}

export interface Pacer {
  /** What has not left, in the order of its coming. */
  readonly waiting: readonly Waiting[];
  /** The last utterances that have left entirely: a client may still be playing them. At most 32. */
  readonly left: readonly string[];
  /** Utterances whose `clear` is about to leave. */
  readonly clears: readonly string[];
  readonly head: PlayHead;
  /** Stands still while paused. */
  readonly watch: Stopwatch;
  readonly held: boolean;
  /** Whether audio that leaves next goes on with what plays, or begins anew after a pause. */
  readonly next: 'follows' | 'begins';
  readonly source: 'open' | 'closed';
}

const idle: Pacer = {
  waiting: [],
  left: [],
  clears: [],
  head: idlePlayHead,
  watch: goingStopwatch,
  held: false,
  next: 'follows',
  source: 'open',
};

const MAX_LEFT = 32;

/** The pure core of `pace`: what leaves when. */
export function pacer(limits: PacerLimits): Machine<Pacer, PlayoutCommand> {
  return {
    initial: idle,
    shape: ({ waiting, left, clears, head, watch, held, next, source }) => ({
      waiting,
      left,
      clears,
      head,
      watch,
      held,
      next,
      source,
    }),
    next: (state, nowMs) => depart(state, nowMs, limits),
    wakesAt: (state, nowMs) => departsAt(state, nowMs, limits),
    isOver: ({ source, waiting }) => source === 'closed' && waiting.length === 0,
  };
}

/** Takes in what was spoken. What belongs to no utterance under way is ignored: that one was cleared. */
export function accept(event: SpeechEvent, { maxQueuedMs }: PacerLimits): Change<Pacer> {
  switch (event.kind) {
    case 'started':
      return (state) => ({ ...state, waiting: [...state.waiting, newlyWaiting(event.utterance)] });
    case 'audio':
      return (state) => {
        const freeMs = maxQueuedMs - state.waiting.reduce((sum, one) => sum + queuedMs(one), 0);
        return withWaiting(state, event.utterance, (one) => takeIn(one, event.frame, freeMs));
      };
    case 'ended':
      return (state) => end(state, ({ utterance }) => utterance === event.utterance);
    default:
      return (state) => state;
  }
}

/** Nothing more comes of anything. */
export function close(state: Pacer): Pacer {
  return { ...end(state, () => true), source: 'closed' };
}

export function hold(held: boolean): Change<Pacer> {
  return (state) => ({ ...state, held });
}

export function pause(paused: boolean): Change<Pacer> {
  return (state, nowMs) => ({
    ...state,
    watch: runStopwatch(state.watch, !paused, nowMs),
    next: paused ? 'begins' : state.next,
  });
}

/** Forgets an utterance. The client is told so if something of it was sent. */
export function clear(utterance: string): Change<Pacer> {
  return (state, nowMs) => {
    const { waiting, left, clears, head, watch } = state;
    const wasSent = left.includes(utterance) || waiting.some((one) => one.utterance === utterance && one.started);
    return {
      ...state,
      waiting: waiting.filter((one) => one.utterance !== utterance),
      left: left.filter((one) => one !== utterance),
      clears: wasSent ? [...clears, utterance] : clears,
      head: cut(head, utterance, playTime(watch, nowMs)),
    };
  };
}

function takeIn(one: Waiting, frame: AudioFrame, freeMs: number): Waiting {
  if (one.intake !== 'open') return one;
  return durationMs(frame) > freeMs ? { ...one, intake: 'full' } : enqueue(one, frame);
}

/** What ends without a sound leaves no trace. */
function end(state: Pacer, isEnding: (one: Waiting) => boolean): Pacer {
  const ended = state.waiting.map((one): Waiting => (isEnding(one) ? { ...one, intake: 'ended' } : one));
  return { ...state, waiting: ended.filter((one) => one.intake !== 'ended' || one.started || one.queued > 0) };
}

type Departure = ReturnType<Machine<Pacer, PlayoutCommand>['next']>;

function depart(state: Pacer, nowMs: number, limits: PacerLimits): Departure {
  const [cleared, ...clears] = state.clears;
  if (cleared !== undefined) return { state: { ...state, clears }, output: { kind: 'clear', utterance: cleared } };
  const [first] = state.waiting;
  if (first === undefined || isPaused(state)) return undefined;
  if (first.queued > 0)
    return isDue(state, first, nowMs, limits) ? departAudio(state, first, nowMs, limits) : undefined;
  return first.intake === 'ended' ? departEnd(state, first) : undefined;
}

function isPaused({ watch }: Pacer): boolean {
  return watch.stoppedAtMs !== undefined;
}

function isDue(state: Pacer, first: Waiting, nowMs: number, { leadMs }: PacerLimits): boolean {
  return !isHeldBack(state, first, nowMs) && playsUntil(state.head) - playTime(state.watch, nowMs) <= leadMs;
}

/** Held, and it would begin: the first sample of an utterance, or one after a silence. */
function isHeldBack({ held, head, watch, next }: Pacer, { sent }: Waiting, nowMs: number): boolean {
  return held && (sent === 0 || next === 'begins' || playTime(watch, nowMs) >= playsUntil(head));
}

function departAudio(state: Pacer, first: Waiting, nowMs: number, { frameMs }: PacerLimits): Departure {
  const { utterance, started, sampleRate = 1 } = first;
  if (!started)
    return {
      state: withWaiting(state, utterance, (one) => ({ ...one, started: true })),
      output: { kind: 'start', utterance, sampleRate },
    };
  const [samples, rest] = dequeue(first, Math.max(1, samplesOfMs(frameMs, sampleRate)));
  const atMs = playTime(state.watch, nowMs);
  const head = append(unplayed(state.head, atMs), { utterance, samples: samples.length, sampleRate }, atMs);
  return {
    state: { ...withWaiting(state, utterance, () => rest), head, next: 'follows' },
    output: { kind: 'audio', utterance, frame: { samples, sampleRate } },
  };
}

function departEnd(state: Pacer, { utterance, sent: samples }: Waiting): Departure {
  const left = [...state.left, utterance].slice(-MAX_LEFT);
  return { state: { ...state, waiting: state.waiting.slice(1), left }, output: { kind: 'end', utterance, samples } };
}

function departsAt(state: Pacer, nowMs: number, { leadMs }: PacerLimits): number | undefined {
  const { waiting, head, watch } = state;
  const [first] = waiting;
  if (first === undefined || first.queued === 0 || isPaused(state) || isHeldBack(state, first, nowMs)) return undefined;
  return schedulerTime(watch, playsUntil(head) - leadMs);
}

function withWaiting(state: Pacer, utterance: string, how: (one: Waiting) => Waiting): Pacer {
  return {
    ...state,
    waiting: state.waiting.map((one) => (one.utterance === utterance ? waitingShape(how(one)) : one)),
  };
}
