import { samplesOfMs } from '../../src/core/audio.ts';
import type { PlayoutCommand } from '../../src/core/playout.ts';
import { appendSamples, endOfPlayback, selectUnplayed } from '../../src/playback/playHead.ts';
import type { Machine } from '../../src/playback/runMachine.ts';
import { playTime, schedulerTime } from '../../src/time/stopwatch.ts';
import { createPacerState, initialState, updateQueued, type PacerState } from './pacerState.ts';
import { dequeue, type QueuedUtterance } from './queuedUtterance.ts';

export interface PacerLimits {
  readonly leadMs: number;
  readonly frameMs: number;
  readonly maxQueuedMs: number;
}

const MAX_SENT = 32;

/** Creates the state machine of `pace`. */
export function createPacer(limits: PacerLimits): Machine<PacerState, PlayoutCommand> {
  return {
    initial: initialState,
    create: createPacerState,
    next: (state, nowMs) => nextStep(state, nowMs, limits),
    wakesAt: (state, nowMs) => nextSendAt(state, nowMs, limits),
    isOver: ({ source, queue }) => source === 'closed' && queue.length === 0,
  };
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

/** Returns whether `held` applies: the audio begins an utterance, or follows a gap. */
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
  const sent = [...state.sent, utterance].slice(-MAX_SENT);
  return { state: { ...state, queue: state.queue.slice(1), sent }, output: { kind: 'end', utterance, samples } };
}

function nextSendAt(state: PacerState, nowMs: number, { leadMs }: PacerLimits): number | undefined {
  const { queue, head, watch } = state;
  const [first] = queue;
  if (first === undefined || first.queued === 0 || isPaused(state) || isHeldBack(state, first, nowMs)) return undefined;
  return schedulerTime(watch, endOfPlayback(head) - leadMs);
}
