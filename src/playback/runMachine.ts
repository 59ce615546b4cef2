import { Observable, type SchedulerLike } from 'rxjs';
import { createAlarm } from '../time/alarm.ts';

/** What comes in, as a change of the state. */
export type Change<State> = (state: State, nowMs: number) => State;

/** A state machine that knows the time: all that it decides, it decides in pure functions. */
export interface Machine<State, Output> {
  readonly initial: State;
  /**
   * Creates the state from all its fields. V8 gives a copy made by spreading a copy a hidden class of its own, which makes all
   * that reads or copies it ten times slower; objects that one literal has made share one.
   */
  readonly create: (fields: State) => State;
  /** One thing that follows from the state at `nowMs`; asked again until nothing does. */
  readonly next: (state: State, nowMs: number) => { readonly state: State; readonly output: Output } | undefined;
  /** When something will follow although nothing comes in; undefined: never. */
  readonly wakesAt: (state: State, nowMs: number) => number | undefined;
  /** Nothing will ever follow. */
  readonly isOver: (state: State) => boolean;
}

/**
 * Runs a machine: what follows from a change leaves in the same instant, and one timer at most waits for what time will
 * bring. A change that comes while outputs leave counts for those that have not left. Ends when the machine is over.
 *
 * It runs several times for every frame of every session: built of operators it took half of what a session costs.
 */
export function runMachine<State, Output>(
  machine: Machine<State, Output>,
  changes: Observable<Change<State>>,
  scheduler: SchedulerLike,
): Observable<Output> {
  return new Observable((subscriber) => {
    let state = machine.initial;
    let leaving = false;
    const leave = (): void => {
      leaving = true;
      for (let step = machine.next(state, scheduler.now()); step; step = machine.next(state, scheduler.now())) {
        state = machine.create(step.state);
        subscriber.next(step.output);
        if (subscriber.closed) return;
      }
      leaving = false;
      if (machine.isOver(state)) subscriber.complete();
    };
    const turn = (change: Change<State>): void => {
      try {
        state = machine.create(change(state, scheduler.now()));
        if (leaving) return;
        leave();
        if (!subscriber.closed) alarm.set(machine.wakesAt(state, scheduler.now()));
      } catch (error) {
        subscriber.error(error);
      }
    };
    const alarm = createAlarm(scheduler, () => turn(unchanged));
    subscriber.add(() => alarm.set(undefined));
    subscriber.add(changes.subscribe({ next: turn, error: (error: unknown) => subscriber.error(error) }));
  });
}

function unchanged<State>(state: State): State {
  return state;
}
