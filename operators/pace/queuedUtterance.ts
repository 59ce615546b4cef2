import { concatSamples, msOfSamples, type AudioFrame } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { addFrame, dropFirst, firstFrame, emptyFrameQueue, type FrameQueue } from './frameQueue.ts';

/** An utterance on its way out. */
export interface QueuedUtterance {
  readonly utterance: string;
  /** Of its audio, which has one rate throughout; known from the first frame on. */
  readonly sampleRate: number | undefined;
  /** Its `start` has left. */
  readonly started: boolean;
  /** Samples that have left. */
  readonly sent: number;
  /** Samples that wait. */
  readonly queued: number;
  /** The frames they came in; `offset` samples of the first have left. */
  readonly audio: FrameQueue;
  readonly offset: number;
  /** `full`: the bound was reached, so the rest of it is refused. */
  readonly intake: 'open' | 'full' | 'ended';
}

/** Creates an utterance from all its fields (see `Machine.create`); those left out are those of a new one. */
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

/** Adds a frame behind the others. Throws `usage_invalid` if its rate is another than theirs. */
export function enqueue(waiting: QueuedUtterance, frame: AudioFrame): QueuedUtterance {
  const { utterance, audio, queued, sampleRate = frame.sampleRate } = waiting;
  if (frame.sampleRate !== sampleRate) {
    const message = `Expected all audio of utterance ${utterance} at ${sampleRate} Hz, got ${frame.sampleRate} Hz.`;
    throw new AntiphonError('usage_invalid', message);
  }
  if (frame.samples.length === 0) return waiting;
  return { ...waiting, sampleRate, audio: addFrame(audio, frame), queued: queued + frame.samples.length };
}

/** Takes at most `max` samples off the front. They are copied only where they came in more than one frame. */
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
