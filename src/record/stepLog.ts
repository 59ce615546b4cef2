import type { SchedulerLike } from 'rxjs';
import type { Border } from './border.ts';
import type { InLine, Line } from './format.ts';
import { createSteps } from './steps.ts';
import type { Step, Steps } from './steps.ts';

export interface StepLogOptions {
  /** The time of the world. */
  readonly scheduler: SchedulerLike;
  /** Whether the session is dealing with something right now. */
  readonly isBusy: () => boolean;
  readonly write: (line: Line) => void;
}

export type Arrival = Pick<InLine, 'v' | 'error' | 'end'>;

/** What comes in and what goes out, in its order. */
export interface StepLog extends Pick<Steps, 'clock' | 'stop'> {
  readonly output: Border['output'];
  /** Something comes in and does its work: a step of its own, unless the session is at work: then it came of what that did. */
  receive(stream: string, came: Arrival, work: () => void): void;
  /** Work begins inside the session. By itself, and not in the wake of a step, it is one. */
  enter(work: () => void): void;
  /** Something that the session asked for and got at once. */
  recordAnswer(stream: string, came: Arrival): void;
  /** The far side of a stream is at work: what it asks for within a step is asked for again when it works again. */
  runOutside(stream: string, work: () => void): void;
  /** One more value, or its end, goes into a stream. */
  countInput(stream: string): void;
  forget(stream: string): void;
  /** Whether a step was taken. */
  hasBegun(): boolean;
}

export function createStepLog({ scheduler: world, isBusy: atWork, write }: StepLogOptions): StepLog {
  const { clock, phase: taking, run: take, stop } = createSteps(world, (step) => begin('tick', {}, step));
  const gone = new Map<string, number>();
  /** How many lines have gone out since the last step began. */
  let told = 0;
  let begun = false;
  let farSide: string | undefined;

  const begin = (stream: string, came: Arrival, step: Step): void => {
    told = 0;
    begun = true;
    write({ ...step, in: stream, ...came });
  };

  const within = (stream: string | undefined, work: () => void): void => {
    const before = farSide;
    farSide = stream;
    try {
      work();
    } finally {
      farSide = before;
    }
  };

  const comeIn: StepLog['receive'] = (stream, came, work) => {
    const inside = (): void => within(undefined, work);
    if (taking() !== 'now' && !atWork()) return take((step) => begin(stream, came, step), inside);
    const by = farSide === stream ? undefined : farSide;
    const after = stream === 'asked' && by === undefined ? told : (gone.get(by ?? stream) ?? 0);
    write({ t: clock.at, in: stream, ...came, after, ...(by && { by }) });
    inside();
  };

  return {
    clock,
    stop,
    receive: comeIn,
    enter: (work) => (taking() === null ? take((step) => begin('own', {}, step), work) : work()),
    output: (out, v) => {
      told++;
      write({ t: clock.at, out, v });
    },
    recordAnswer: (stream, came) => write({ t: clock.at, in: stream, ...came, after: 0 }),
    runOutside: within,
    countInput: (stream) => void gone.set(stream, (gone.get(stream) ?? 0) + 1),
    hasBegun: () => begun,
    forget: (stream) => void gone.delete(stream),
  };
}
