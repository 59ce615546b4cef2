import { Observable, type SchedulerLike } from 'rxjs';
import { createAlarm } from '../time/alarm.ts';

/** A change of the state by an input. */
export type Change<State> = (state: State, nowMs: number) => State;

/** A state machine with time, in pure functions. */
export interface Machine<State, Output> {
  readonly initial: State;
  /**
   * Creates the state from all its fields. V8 gives a copy made by spreading a copy a hidden class of its own, which makes all
   * that reads or copies it ten times slower; objects that one literal has made share one.
   */
  readonly create: (fields: State) => State;
  /** Returns the next output at `nowMs`, with the state after it. Called until it returns undefined. */
  readonly next: (state: State, nowMs: number) => { readonly state: State; readonly output: Output } | undefined;
  /** Returns the time of the next output if no input arrives before; undefined: there is none. */
  readonly wakesAt: (state: State, nowMs: number) => number | undefined;
  /** Returns true if there will be no further output. */
  readonly isOver: (state: State) => boolean;
}

/**
 * Runs a machine: emits the outputs of a change in the same instant, and sets at most one timer for later ones. A change that
 * arrives meanwhile affects the outputs that are not emitted yet. Completes when the machine is over.
 *
 * It runs several times for every frame of every session: built of operators it took half of the time of a session.
 */
export function runMachine<State, Output>(
  machine: Machine<State, Output>,
  changes: Observable<Change<State>>,
  scheduler: SchedulerLike,
): Observable<Output> {
  return new Observable((subscriber) => {
    let state = machine.initial;
    let isEmitting = false;
    const emitOutputs = (): void => {
      isEmitting = true;
      for (let step = machine.next(state, scheduler.now()); step; step = machine.next(state, scheduler.now())) {
        state = machine.create(step.state);
        subscriber.next(step.output);
        if (subscriber.closed) return;
      }
      isEmitting = false;
      if (machine.isOver(state)) subscriber.complete();
    };
    const apply = (change: Change<State>): void => {
      try {
        state = machine.create(change(state, scheduler.now()));
        if (isEmitting) return;
        emitOutputs();
        if (!subscriber.closed) alarm.set(machine.wakesAt(state, scheduler.now()));
      } catch (error) {
        subscriber.error(error);
      }
    };
    const alarm = createAlarm(scheduler, () => apply((unchanged) => unchanged));
    subscriber.add(() => alarm.set(undefined));
    subscriber.add(changes.subscribe({ next: apply, error: (error: unknown) => subscriber.error(error) }));
  });
}
