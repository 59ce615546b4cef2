import { concatSamples, msOfSamples, type AudioFrame } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { addFrame, dropFirst, firstFrame, emptyFrameQueue, type FrameQueue } from './frameQueue.ts';

/** An utterance that is being sent. */
export interface QueuedUtterance {
  readonly utterance: string;
  /** Rate of its audio; undefined before the first frame. */
  readonly sampleRate: number | undefined;
  /** True if its `start` was sent. */
  readonly started: boolean;
  /** Number of sent samples. */
  readonly sent: number;
  /** Number of waiting samples. */
  readonly queued: number;
  /** The waiting frames; `offset` samples of the first were sent. */
  readonly audio: FrameQueue;
  readonly offset: number;
  /** `full`: the limit was reached, and further audio is dropped. */
  readonly intake: 'open' | 'full' | 'ended';
}

/** Creates an utterance from all its fields (see `Machine.create`). The defaults are those of a new one. */
export function createQueuedUtterance({
  utterance,
  sampleRate,
  started = false,
  sent = 0,
  queued = 0,
  audio = emptyFrameQueue,
  offset = 0,
  intake = 'open',
}: Pick<QueuedUtterance, 'utterance'> & Partial<QueuedUtterance>): QueuedUtterance {
  return { utterance, sampleRate, started, sent, queued, audio, offset, intake };
}

export function queuedMs({ queued, sampleRate = 1 }: QueuedUtterance): number {
  return msOfSamples(queued, sampleRate);
}

/** Adds a frame. @throws AntiphonError `usage_invalid` if its rate differs from that of the others */
export function enqueue(waiting: QueuedUtterance, frame: AudioFrame): QueuedUtterance {
  const { utterance, audio, queued, sampleRate = frame.sampleRate } = waiting;
  if (frame.sampleRate !== sampleRate) {
    const message = `Expected all audio of utterance ${utterance} at ${sampleRate} Hz, got ${frame.sampleRate} Hz.`;
    throw new AntiphonError('usage_invalid', message);
  }
  if (frame.samples.length === 0) return waiting;
  return { ...waiting, sampleRate, audio: addFrame(audio, frame), queued: queued + frame.samples.length };
}

/** Removes at most `max` samples from the front. They are copied only if they are from several frames. */
export function dequeue(waiting: QueuedUtterance, max: number): readonly [samples: Int16Array, rest: QueuedUtterance] {
  const parts: Int16Array[] = [];
  let { audio, offset } = waiting;
  let missing = Math.min(max, waiting.queued);
  const taken = missing;
  for (let first = firstFrame(audio); first !== undefined && missing > 0; first = firstFrame(audio)) {
    const part = first.samples.subarray(offset, offset + missing);
    parts.push(part);
    missing -= part.length;
    const usedUp = offset + part.length === first.samples.length;
    audio = usedUp ? dropFirst(audio) : audio;
    offset = usedUp ? 0 : offset + part.length;
  }
  const [only] = parts;
  const samples = parts.length === 1 && only !== undefined ? only : concatSamples(parts);
  return [samples, { ...waiting, audio, offset, sent: waiting.sent + taken, queued: waiting.queued - taken }];
}
