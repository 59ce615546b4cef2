import type { Subscriber } from 'rxjs';
import { Observable, type SchedulerLike } from 'rxjs';
import { operate } from '../stream/operate.ts';
import { createAlarm, type Alarm } from '../time/alarm.ts';

/** A state machine with a clock. Its state changes in place and belongs to one subscription. */
export interface Machine<Output> {
  /** Takes the next output at `nowMs`. Called until it returns undefined. */
  next(nowMs: number): Output | undefined;
  /** Returns the time of the next output if no input arrives before it, or undefined if there is none. */
  wakesAt(nowMs: number): number | undefined;
  /** Returns true if there will be no further output. */
  isOver(): boolean;
}

/** A function that changes the state of a machine. */
type Change<T> = (value: T, nowMs: number) => void;

/** Connects a source. Each value, and its completion, changes the machine's state. */
export type ConnectSource = <T>(source: Observable<T>, change: Change<T>, onComplete?: (nowMs: number) => void) => void;

/** Connects a quiet source, whose values cause no output until the next change of another source. */
export type ConnectQuietSource = <T>(
  source: Observable<T>,
  change: (value: T) => void,
  onComplete?: (nowMs: number) => void,
) => void;

/** Connects the sources of a new machine in order. */
export type ConnectSources<Own> = (machine: Own, connect: ConnectSource, connectQuietly: ConnectQuietSource) => void;

/**
 * Runs a machine. Emits the outputs of a change in the same instant, and sets at most one timer for later ones. A
 * change that arrives meanwhile affects the outputs not yet emitted. Completes when the machine is over. Emits errors
 * that a change throws, and errors of a source, as errors.
 */
export function runMachine<Output, Own extends Machine<Output>>(
  create: () => Own,
  connect: ConnectSources<Own>,
  scheduler: SchedulerLike,
): Observable<Output> {
  return new Observable((subscriber) => {
    const machine = create();
    const run = new Run(machine, subscriber, scheduler);
    connect(
      machine,
      (source, change, onComplete = changeNothing) =>
        void operate(source, subscriber, {
          next: (value) => run.apply(change, value),
          complete: () => run.end(onComplete),
        }),
      (source, change, onComplete = changeNothing) =>
        void operate(source, subscriber, { next: change, complete: () => run.end(onComplete) }),
    );
  });
}

/** Applies changes to a machine and emits its outputs. */
class Run<Output> {
  readonly #machine: Machine<Output>;
  readonly #out: Subscriber<Output>;
  readonly #scheduler: SchedulerLike;
  readonly #alarm: Alarm;
  #isEmitting = false;

  constructor(machine: Machine<Output>, out: Subscriber<Output>, scheduler: SchedulerLike) {
    this.#machine = machine;
    this.#out = out;
    this.#scheduler = scheduler;
    this.#alarm = createAlarm(scheduler, () => this.apply(changeNothing, undefined));
    out.add(() => this.#alarm.set(undefined));
  }

  apply<T>(change: Change<T>, value: T): void {
    try {
      const nowMs = this.#scheduler.now();
      change(value, nowMs);
      if (!this.#isEmitting) this.#emitOutputs(nowMs);
    } catch (error) {
      this.#out.error(error);
    }
  }

  /** Applies the completion of a source. */
  end(onComplete: (nowMs: number) => void): void {
    this.apply((_, nowMs) => onComplete(nowMs), undefined);
  }

  #emitOutputs(changedMs: number): void {
    const machine = this.#machine;
    const out = this.#out;
    let nowMs = changedMs;
    this.#isEmitting = true;
    for (let output = machine.next(nowMs); output !== undefined; output = machine.next(nowMs)) {
      out.next(output);
      if (out.closed) return;
      nowMs = this.#scheduler.now();
    }
    this.#isEmitting = false;
    if (machine.isOver()) out.complete();
    else if (!out.closed) this.#alarm.set(machine.wakesAt(nowMs));
  }
}

function changeNothing(): void {}
