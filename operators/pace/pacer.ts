import { durationMs, samplesOfMs, type AudioFrame } from '../../src/core/audio.ts';
import type { PlayoutCommand } from '../../src/core/playout.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import type { Change, Machine } from '../../src/playback/runMachine.ts';
import {
  appendSamples,
  removeUtterance,
  idlePlayHead,
  endOfPlayback,
  selectUnplayed,
  type PlayHead,
} from '../../src/playback/playHead.ts';
import { runningStopwatch, playTime, setRunning, schedulerTime, type Stopwatch } from '../../src/time/stopwatch.ts';
import { dequeue, enqueue, createQueuedUtterance, queuedMs, type QueuedUtterance } from './queuedUtterance.ts';

export interface PacerLimits {
  readonly leadMs: number;
  readonly frameMs: number;
  readonly maxQueuedMs: number;
}

export interface PacerState {
  /** What has not left, in the order of its coming. */
  readonly queue: readonly QueuedUtterance[];
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

const initialState: PacerState = {
  queue: [],
  left: [],
  clears: [],
  head: idlePlayHead,
  watch: runningStopwatch,
  held: false,
  next: 'follows',
  source: 'open',
};

/** Creates a state from all its fields (see `Machine.create`). */
function createPacerState({ queue, left, clears, head, watch, held, next, source }: PacerState): PacerState {
  return { queue, left, clears, head, watch, held, next, source };
}

const MAX_LEFT = 32;

/** The pure core of `pace`: what leaves when. */
export function createPacer(limits: PacerLimits): Machine<PacerState, PlayoutCommand> {
  return {
    initial: initialState,
    create: createPacerState,
    next: (state, nowMs) => nextStep(state, nowMs, limits),
    wakesAt: (state, nowMs) => nextSendAt(state, nowMs, limits),
    isOver: ({ source, queue }) => source === 'closed' && queue.length === 0,
  };
}

/** Takes in what was spoken. What belongs to no utterance under way is ignored: that one was cleared. */
export function enqueueSpeech(event: SpeechEvent, { maxQueuedMs }: PacerLimits): Change<PacerState> {
  switch (event.kind) {
    case 'started':
      return (state) => ({ ...state, queue: [...state.queue, createQueuedUtterance({ utterance: event.utterance })] });
    case 'audio':
      return (state) => {
        const freeMs = maxQueuedMs - state.queue.reduce((sum, one) => sum + queuedMs(one), 0);
        return updateQueued(state, event.utterance, (one) => enqueueAudio(one, event.frame, freeMs));
      };
    case 'ended':
      return (state) => end(state, ({ utterance }) => utterance === event.utterance);
    default:
      return (state) => state;
  }
}

/** Nothing more comes of anything. */
export function closeSource(state: PacerState): PacerState {
  return { ...end(state, () => true), source: 'closed' };
}

export function setHeld(held: boolean): Change<PacerState> {
  return (state) => ({ ...state, held });
}

export function setPaused(paused: boolean): Change<PacerState> {
  return (state, nowMs) => ({
    ...state,
    watch: setRunning(state.watch, !paused, nowMs),
    next: paused ? 'begins' : state.next,
  });
}

/** Forgets an utterance. The client is told so if something of it was sent. */
export function clearUtterance(utterance: string): Change<PacerState> {
  return (state, nowMs) => {
    const { queue, left, clears, head, watch } = state;
    const wasSent = left.includes(utterance) || queue.some((one) => one.utterance === utterance && one.started);
    return {
      ...state,
      queue: queue.filter((one) => one.utterance !== utterance),
      left: left.filter((one) => one !== utterance),
      clears: wasSent ? [...clears, utterance] : clears,
      head: removeUtterance(head, utterance, playTime(watch, nowMs)),
    };
  };
}

function enqueueAudio(one: QueuedUtterance, frame: AudioFrame, freeMs: number): QueuedUtterance {
  if (one.intake !== 'open') return one;
  return durationMs(frame) > freeMs ? { ...one, intake: 'full' } : enqueue(one, frame);
}

/** What ends without a sound leaves no trace. */
function end(state: PacerState, isEnding: (one: QueuedUtterance) => boolean): PacerState {
  const ended = state.queue.map((one): QueuedUtterance => (isEnding(one) ? { ...one, intake: 'ended' } : one));
  return { ...state, queue: ended.filter((one) => one.intake !== 'ended' || one.started || one.queued > 0) };
}

type PacerStep = ReturnType<Machine<PacerState, PlayoutCommand>['next']>;

function nextStep(state: PacerState, nowMs: number, limits: PacerLimits): PacerStep {
  const [cleared, ...clears] = state.clears;
  if (cleared !== undefined) return { state: { ...state, clears }, output: { kind: 'clear', utterance: cleared } };
  const [first] = state.queue;
  if (first === undefined || isPaused(state)) return undefined;
  if (first.queued > 0) return isDue(state, first, nowMs, limits) ? sendAudio(state, first, nowMs, limits) : undefined;
  return first.intake === 'ended' ? sendEnd(state, first) : undefined;
}

function isPaused({ watch }: PacerState): boolean {
  return watch.stoppedAtMs !== undefined;
}

function isDue(state: PacerState, first: QueuedUtterance, nowMs: number, { leadMs }: PacerLimits): boolean {
  return !isHeldBack(state, first, nowMs) && endOfPlayback(state.head) - playTime(state.watch, nowMs) <= leadMs;
}

/** Held, and it would begin: the first sample of an utterance, or one after a silence. */
function isHeldBack({ held, head, watch, next }: PacerState, { sent }: QueuedUtterance, nowMs: number): boolean {
  return held && (sent === 0 || next === 'begins' || playTime(watch, nowMs) >= endOfPlayback(head));
}

function sendAudio(state: PacerState, first: QueuedUtterance, nowMs: number, { frameMs }: PacerLimits): PacerStep {
  const { utterance, started, sampleRate = 1 } = first;
  if (!started)
    return {
      state: updateQueued(state, utterance, (one) => ({ ...one, started: true })),
      output: { kind: 'start', utterance, sampleRate },
    };
  const [samples, rest] = dequeue(first, Math.max(1, samplesOfMs(frameMs, sampleRate)));
  const atMs = playTime(state.watch, nowMs);
  const head = appendSamples(
    selectUnplayed(state.head, atMs),
    { utterance, samples: samples.length, sampleRate },
    atMs,
  );
  return {
    state: { ...updateQueued(state, utterance, () => rest), head, next: 'follows' },
    output: { kind: 'audio', utterance, frame: { samples, sampleRate } },
  };
}

function sendEnd(state: PacerState, { utterance, sent: samples }: QueuedUtterance): PacerStep {
  const left = [...state.left, utterance].slice(-MAX_LEFT);
  return { state: { ...state, queue: state.queue.slice(1), left }, output: { kind: 'end', utterance, samples } };
}

function nextSendAt(state: PacerState, nowMs: number, { leadMs }: PacerLimits): number | undefined {
  const { queue, head, watch } = state;
  const [first] = queue;
  if (first === undefined || first.queued === 0 || isPaused(state) || isHeldBack(state, first, nowMs)) return undefined;
  return schedulerTime(watch, endOfPlayback(head) - leadMs);
}

function updateQueued(
  state: PacerState,
  utterance: string,
  how: (one: QueuedUtterance) => QueuedUtterance,
): PacerState {
  return {
    ...state,
    queue: state.queue.map((one) => (one.utterance === utterance ? createQueuedUtterance(how(one)) : one)),
  };
}
