import { Observable, type SchedulerLike } from 'rxjs';
import { createOperatorSubscriber } from '../stream/operatorSubscriber.ts';
import { createAlarm } from '../time/alarm.ts';

/** A state machine with time. Its state changes in place, and belongs to one subscription. */
export interface Machine<Output> {
  /** Takes the next output at `nowMs`. Called until it returns undefined. */
  next(nowMs: number): Output | undefined;
  /** Returns the time of the next output if no input arrives before; undefined: there is none. */
  wakesAt(nowMs: number): number | undefined;
  /** Returns true if there will be no further output. */
  isOver(): boolean;
}

/** Changes the state of a machine. */
type Change<T> = (value: T, nowMs: number) => void;

/** Connects a source: each value, and its end, changes the state of the machine. */
export type ConnectSource = <T>(source: Observable<T>, change: Change<T>, onComplete?: (nowMs: number) => void) => void;

/** Connects the sources of a new machine, in their order. The values of a quiet source bring no output: it comes with the next other change. */
export type ConnectSources<Own> = (machine: Own, connect: ConnectSource, connectQuietly: ConnectSource) => void;

/**
 * Runs a machine: emits the outputs of a change in the same instant, and sets at most one timer for later ones. A change that
 * arrives meanwhile affects the outputs that are not emitted yet. Completes when the machine is over; what a change throws,
 * and an error of a source, is emitted.
 *
 * It runs several times for every frame of every session: a source's value takes one call to get to its change.
 */
export function runMachine<Output, Own extends Machine<Output>>(
  create: () => Own,
  connect: ConnectSources<Own>,
  scheduler: SchedulerLike,
): Observable<Output> {
  return new Observable((subscriber) => {
    const machine = create();
    let isEmitting = false;
    const emitOutputs = (nowMs: number): void => {
      isEmitting = true;
      let output = machine.next(nowMs);
      while (output !== undefined) {
        subscriber.next(output);
        if (subscriber.closed) return;
        output = machine.next(scheduler.now());
      }
      isEmitting = false;
      if (machine.isOver()) subscriber.complete();
    };
    const apply = <T>(change: Change<T>, value: T): void => {
      try {
        const nowMs = scheduler.now();
        change(value, nowMs);
        if (isEmitting) return;
        emitOutputs(nowMs);
        if (!subscriber.closed) alarm.set(machine.wakesAt(scheduler.now()));
      } catch (error) {
        subscriber.error(error);
      }
    };
    const applyQuietly = <T>(change: Change<T>, value: T): void => {
      try {
        change(value, scheduler.now());
      } catch (error) {
        subscriber.error(error);
      }
    };
    const connectBy =
      (run: typeof apply): ConnectSource =>
      (source, change, onComplete) => {
        const end = (_: undefined, nowMs: number): void => onComplete?.(nowMs);
        source.subscribe(
          createOperatorSubscriber(subscriber, {
            next: (value: Parameters<typeof change>[0]) => run(change, value),
            complete: () => apply(end, undefined),
          }),
        );
      };
    const alarm = createAlarm(scheduler, () => apply(changeNothing, undefined));
    subscriber.add(() => alarm.set(undefined));
    connect(machine, connectBy(apply), connectBy(applyQuietly));
  });
}

function changeNothing(): void {}
