import type { SchedulerLike } from 'rxjs';
import type { Border } from './border.ts';
import type { InLine, Line } from './format.ts';
import { createSteps, type Step, type Steps } from './steps.ts';

export interface StepLogOptions {
  /** Real time. */
  readonly scheduler: SchedulerLike;
  /** Returns whether the session is processing an input. */
  readonly isBusy: () => boolean;
  readonly write: (line: Line) => void;
}

/** The part of an input line that depends on the notification. */
export type Arrival = Pick<InLine, 'v' | 'error' | 'end'>;

/** Writes inputs and outputs in order and runs the work of each input. */
export interface StepLog extends Pick<Steps, 'clock' | 'stop'> {
  readonly output: Border['output'];
  /** Records an input and runs its work: as a new step or, while the session is busy, as part of the current one. */
  receive(stream: string, arrival: Arrival, work: () => void): void;
  /** Runs work that begins inside the session, as a new step unless it belongs to the previous one. */
  runStep(work: () => void): void;
  /**
   * Records an answer that the session got synchronously. `functions` change within a step, after a certain number of
   * its outputs.
   */
  recordAnswer(stream: string, arrival: Arrival): void;
  /** Runs code from outside the session. Records its requests as caused by this stream. */
  runOutside(stream: string, work: () => void): void;
  /** Counts a value or an end that went into a stream. */
  countInput(stream: string): void;
  forget(stream: string): void;
  /** Returns whether there has been a step. */
  hasBegun(): boolean;
}

/** Creates the log of a session's steps. */
export function createStepLog({ scheduler, isBusy, write }: StepLogOptions): StepLog {
  const { clock, phase, run, stop } = createSteps(scheduler, (step) => begin('tick', {}, step));
  /** Number of values that went into each stream. */
  const inputs = new Map<string, number>();
  /** Number of output lines since the last step began. */
  let outputs = 0;
  let begun = false;
  const cause = createCauseTracker();

  const begin = (stream: string, arrival: Arrival, step: Step): void => {
    outputs = 0;
    begun = true;
    write({ ...step, in: stream, ...arrival });
  };

  const receive: StepLog['receive'] = (stream, arrival, work) => {
    const inside = (): void => cause.runAs(undefined, work);
    if (phase() !== 'running' && !isBusy()) return run((step) => begin(stream, arrival, step), inside);
    const by = cause.stream() === stream ? undefined : cause.stream();
    const after = stream === 'asked' && by === undefined ? outputs : (inputs.get(by ?? stream) ?? 0);
    write({ t: clock.at, in: stream, ...arrival, after, ...(by && { by }) });
    inside();
  };

  return {
    clock,
    stop,
    receive,
    runStep: (work) => (phase() === null ? run((step) => begin('own', {}, step), work) : work()),
    output: (out, v) => {
      outputs++;
      write({ t: clock.at, out, v });
    },
    recordAnswer: (stream, arrival) =>
      write({ t: clock.at, in: stream, ...arrival, after: stream === 'functions' ? outputs : 0 }),
    runOutside: cause.runAs,
    countInput: (stream) => void inputs.set(stream, (inputs.get(stream) ?? 0) + 1),
    hasBegun: () => begun,
    forget: (stream) => void inputs.delete(stream),
  };
}

interface CauseTracker {
  /** Returns the stream whose outside code is running, if any. */
  stream(): string | undefined;
  /** Runs code on behalf of a stream, or of none. */
  runAs(stream: string | undefined, work: () => void): void;
}

function createCauseTracker(): CauseTracker {
  let current: string | undefined;
  return {
    stream: () => current,
    runAs: (stream, work) => {
      const before = current;
      current = stream;
      try {
        work();
      } finally {
        current = before;
      }
    },
  };
}
