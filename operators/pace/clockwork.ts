import { Observable } from 'rxjs';
import type { SchedulerLike, Subscription } from 'rxjs';

/** What comes in, as a change of the state. */
export type Change<State> = (state: State, nowMs: number) => State;

/** A state machine that knows the time: all that it decides, it decides in pure functions. */
export interface Machine<State, Output> {
  readonly initial: State;
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
export function clockwork<State, Output>(
  machine: Machine<State, Output>,
  changes: Observable<Change<State>>,
  scheduler: SchedulerLike,
): Observable<Output> {
  return new Observable((subscriber) => {
    let state = machine.initial;
    let leaving = false;
    let alarm: Subscription | undefined;
    let ringsAtMs = Number.POSITIVE_INFINITY;
    const leave = (): void => {
      leaving = true;
      for (let step = machine.next(state, scheduler.now()); step; step = machine.next(state, scheduler.now())) {
        state = step.state;
        subscriber.next(step.output);
        if (subscriber.closed) return;
      }
      leaving = false;
      if (machine.isOver(state)) subscriber.complete();
    };
    const setAlarm = (): void => {
      const nowMs = scheduler.now();
      const atMs = machine.wakesAt(state, nowMs);
      if (atMs === undefined) return stopAlarm();
      // Rounded up: a timer that is early by a fraction would find nothing to do and have to be set again.
      const delayMs = Math.max(0, Math.ceil(atMs - nowMs));
      // Most changes put it off: let it ring, and be set again then.
      if (ringsAtMs < nowMs + delayMs) return;
      stopAlarm();
      ringsAtMs = nowMs + delayMs;
      alarm = scheduler.schedule(wake, delayMs);
    };
    const stopAlarm = (): void => {
      alarm?.unsubscribe();
      ringsAtMs = Number.POSITIVE_INFINITY;
    };
    const turn = (change: Change<State>): void => {
      try {
        state = change(state, scheduler.now());
        if (leaving) return;
        leave();
        if (!subscriber.closed) setAlarm();
      } catch (error) {
        subscriber.error(error);
      }
    };
    const wake = (): void => {
      ringsAtMs = Number.POSITIVE_INFINITY;
      turn(unchanged);
    };
    subscriber.add(stopAlarm);
    subscriber.add(changes.subscribe({ next: turn, error: (error: unknown) => subscriber.error(error) }));
  });
}

function unchanged<State>(state: State): State {
  return state;
}
