import { durationMs, type AudioFrame } from '../../src/core/audio.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import { idlePlayHead, removeUtterance, type PlayHead } from '../../src/playback/playHead.ts';
import type { Change } from '../../src/playback/runMachine.ts';
import { playTime, runningStopwatch, setRunning, type Stopwatch } from '../../src/time/stopwatch.ts';
import { createQueuedUtterance, enqueue, queuedMs, type QueuedUtterance } from './queuedUtterance.ts';

export interface PacerState {
  /** Utterances that are not sent completely, in order. */
  readonly queue: readonly QueuedUtterance[];
  /** The last utterances that were sent completely: a client may still be playing them. At most 32. */
  readonly sent: readonly string[];
  /** Utterances whose `clear` is not sent. */
  readonly clears: readonly string[];
  readonly head: PlayHead;
  /** Measures play time. */
  readonly watch: Stopwatch;
  readonly held: boolean;
  /** The next audio follows the playing audio, or begins after a pause. */
  readonly next: 'follows' | 'begins';
  readonly source: 'open' | 'closed';
}

export const initialState: PacerState = {
  queue: [],
  sent: [],
  clears: [],
  head: idlePlayHead,
  watch: runningStopwatch,
  held: false,
  next: 'follows',
  source: 'open',
};

/** Creates a state from all its fields (see `Machine.create`). */
export function createPacerState({ queue, sent, clears, head, watch, held, next, source }: PacerState): PacerState {
  return { queue, sent, clears, head, watch, held, next, source };
}

/** Adds an event of the speech. Events of an utterance that is not in the queue are ignored: it was cleared. */
export function enqueueSpeech(
  event: SpeechEvent,
  { maxQueuedMs }: { readonly maxQueuedMs: number },
): Change<PacerState> {
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

/** Ends all utterances and the source. */
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

/** Drops an utterance, with a `clear` to the client if any of it was sent. */
export function clearUtterance(utterance: string): Change<PacerState> {
  return (state, nowMs) => {
    const { queue, sent, clears, head, watch } = state;
    const wasSent = sent.includes(utterance) || queue.some((one) => one.utterance === utterance && one.started);
    return {
      ...state,
      queue: queue.filter((one) => one.utterance !== utterance),
      sent: sent.filter((one) => one !== utterance),
      clears: wasSent ? [...clears, utterance] : clears,
      head: removeUtterance(head, utterance, playTime(watch, nowMs)),
    };
  };
}

function enqueueAudio(one: QueuedUtterance, frame: AudioFrame, freeMs: number): QueuedUtterance {
  if (one.intake !== 'open') return one;
  return durationMs(frame) > freeMs ? { ...one, intake: 'full' } : enqueue(one, frame);
}

/** Marks utterances as ended, and removes those without audio. */
function end(state: PacerState, isEnding: (one: QueuedUtterance) => boolean): PacerState {
  const ended = state.queue.map((one): QueuedUtterance => (isEnding(one) ? { ...one, intake: 'ended' } : one));
  return { ...state, queue: ended.filter((one) => one.intake !== 'ended' || one.started || one.queued > 0) };
}

/** Updates the utterance in the queue. */
export function updateQueued(
  state: PacerState,
  utterance: string,
  update: (one: QueuedUtterance) => QueuedUtterance,
): PacerState {
  const queue = state.queue.map((one) => (one.utterance === utterance ? createQueuedUtterance(update(one)) : one));
  return { ...state, queue };
}
