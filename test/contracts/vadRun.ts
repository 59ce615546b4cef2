import { map, Subject, tap } from 'rxjs';
import { vad } from '../../operators/vad.ts';
import { samplesOfMs, type AudioFrame } from '../../src/core/audio.ts';
import type { VadModel } from '../../src/core/ports.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import type { VadSubject } from './vadSubjects.ts';

/** One step of the input of `vad`. A stall is a second without a frame. */
export type VadStep = AudioFrame | 'mute' | 'unmute' | 'stall';

export interface VadRunOptions {
  /** Changes the model. */
  readonly wrap?: (model: VadModel) => VadModel;
  /** Called with each event; `takeStep` takes the next step of the input within the delivery of the event. */
  readonly onEvent?: (event: VadEvent, takeStep: () => void) => void;
}

export interface VadRun {
  readonly events: readonly VadEvent[];
  /** The scores of the model. */
  readonly scores: readonly number[];
}

/** Runs `vad` with the subject's model over the steps, one directly after the other, to its last event. */
export async function runVad(
  subject: VadSubject,
  steps: Iterable<VadStep>,
  { wrap = (model) => model, onEvent = () => {} }: VadRunOptions = {},
): Promise<VadRun> {
  const clock = new VirtualClock();
  const events: VadEvent[] = [];
  const scores: number[] = [];
  const model = wrap(subject.create(clock));
  const score: VadModel['score'] = (windows) => model.score(windows).pipe(tap((p) => scores.push(p)));
  const input = createInput(steps, clock);
  const ended = new Promise<void>((resolve, reject) => {
    input.frames.pipe(vad({ model: { ...model, score }, muted: input.muted, scheduler: clock })).subscribe({
      next: (event) => {
        events.push(event);
        onEvent(event, input.takeStep);
      },
      error: reject,
      complete: resolve,
    });
  });
  while (input.takeStep());
  input.frames.complete();
  await clock.run();
  await ended;
  return { events, scores };
}

/** Changes a model so that it answers with the scores of another run, each within `next`. */
export function answerWith(scores: readonly number[]): (model: VadModel) => VadModel {
  const score: VadModel['score'] = (windows) => windows.pipe(map((_, at) => scores[at] ?? Number.NaN));
  return (model) => ({ ...model, score });
}

interface Input {
  readonly frames: Subject<AudioFrame>;
  readonly muted: Subject<boolean>;
  /** Returns false if there are no more steps. */
  readonly takeStep: () => boolean;
}

function createInput(steps: Iterable<VadStep>, clock: VirtualClock): Input {
  const frames = new Subject<AudioFrame>();
  const muted = new Subject<boolean>();
  const iterator = steps[Symbol.iterator]();
  const takeStep = (): boolean => {
    const { value: step, done = false } = iterator.next() as IteratorResult<VadStep, undefined>;
    if (step === undefined || done) return false;
    if (step === 'stall') clock.flush(clock.now() + 1000);
    else if (typeof step === 'string') muted.next(step === 'mute');
    else frames.next(step);
    return true;
  };
  return { frames, muted, takeStep };
}

const LENGTHS_MS = [20, 7, 100, 32, 13, 250];

/** Cuts samples into frames of several lengths, whose memory is used again for the next frame. */
export function* framesOf(samples: Int16Array, sampleRate: number): Generator<AudioFrame> {
  const memory = new Int16Array(samplesOfMs(Math.max(...LENGTHS_MS), sampleRate));
  for (let at = 0, count = 0; at < samples.length; count += 1) {
    const wanted = samplesOfMs(LENGTHS_MS[count % LENGTHS_MS.length] ?? 0, sampleRate);
    const taken = samples.subarray(at, at + wanted);
    memory.set(taken);
    yield { samples: memory.subarray(0, taken.length), sampleRate };
    at += taken.length;
  }
}
