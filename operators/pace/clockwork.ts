import { concatMap, defer, dematerialize, EMPTY, expand, map, of, switchMap, tap, timer } from 'rxjs';
import type { Observable, ObservableNotification, SchedulerLike } from 'rxjs';

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
 */
export function clockwork<State, Output>(
  machine: Machine<State, Output>,
  changes: Observable<Change<State>>,
  scheduler: SchedulerLike,
): Observable<Output> {
  return defer(() => {
    let state = machine.initial;
    const alarm = (): Observable<Change<State>> => {
      const nowMs = scheduler.now();
      const atMs = machine.wakesAt(state, nowMs);
      if (atMs === undefined) return EMPTY;
      // Rounded up: a timer that is early by a fraction would find nothing to do and have to be set again.
      return timer(Math.max(0, Math.ceil(atMs - nowMs)), scheduler).pipe(map(() => unchanged));
    };
    function* outputs(): Generator<ObservableNotification<Output>> {
      for (let step = machine.next(state, scheduler.now()); step; step = machine.next(state, scheduler.now())) {
        state = step.state;
        yield { kind: 'N', value: step.output };
      }
      if (machine.isOver(state)) yield { kind: 'C' };
    }
    return changes.pipe(
      switchMap((change) => of(change).pipe(expand(alarm))),
      tap((change) => {
        state = change(state, scheduler.now());
      }),
      concatMap(outputs),
      dematerialize(),
    );
  });
}

function unchanged<State>(state: State): State {
  return state;
}
