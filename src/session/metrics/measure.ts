import type { OperatorFunction } from 'rxjs';
import { scanArrays } from '../../stream/mapArrays.ts';
import type { Metric } from '../../core/metric.ts';
import { updateAnswer, markUnheard, isComplete, createPendingAnswer, type PendingAnswer } from './pendingAnswer.ts';
import { updateUserTimes, initialUserTimes, computeUserWait, type UserTimes } from './userTimes.ts';
import type { TimedEvent, MetricEvent } from './metricEvent.ts';
import { createMetric, type Wait } from './wait.ts';

export interface MeasureOptions {
  /** Least time between the last voiced sample and the end of a turn, in ms. */
  readonly minEndpointingDelayMs: number;
}

/**
 * Measures how long the user waited for each answer, and for what. Each turn that the handler was called for has one record:
 * when the answer is heard and all of it is generated, for only then its tokens are known, or when it is given up unheard.
 *
 * The order within an instant counts: what happens comes before what the floor decides upon it.
 */
export function measure(options: MeasureOptions): OperatorFunction<TimedEvent, Metric> {
  return (events) =>
    events.pipe(
      scanArrays(
        initial,
        (state, happened) => advance(state, happened, options),
        ({ measured }) => measured,
      ),
    );
}

interface State {
  readonly user: UserTimes;
  /** The user's part of the turns that the handler was not called for yet. */
  readonly committed: ReadonlyMap<number, Wait>;
  readonly answer: PendingAnswer | null;
  readonly measured: readonly Metric[];
}

const initial: State = { user: initialUserTimes, committed: new Map(), answer: null, measured: [] };

function advance(before: State, happened: TimedEvent, { minEndpointingDelayMs }: MeasureOptions): State {
  const { event, now } = happened;
  const { committed, answer } = before;
  const state: State = { user: updateUserTimes(before.user, event, happened), committed, answer, measured: [] };
  if (event.kind === 'commit') {
    const wait = computeUserWait(state.user, event.from, now, minEndpointingDelayMs);
    return { ...state, committed: new Map(state.committed).set(event.turn.turn, wait) };
  }
  const turn = startedTurnOf(event);
  const wait = turn === null ? undefined : state.committed.get(turn);
  if (turn !== null && wait !== undefined) return begin(state, createPendingAnswer(turn, wait, now), now);
  return state.answer === null ? state : withAnswer(state, updateAnswer(state.answer, event, now));
}

/** Both tell it; a stage in the place of the standard one may tell only that its reply has started. */
function startedTurnOf(event: MetricEvent): number | null {
  if (event.kind === 'called' && event.round === 0) return event.turn;
  return event.kind === 'reply' && event.event.kind === 'started' ? event.event.turn : null;
}

/** One answer at a time: what was waited for until now will not come. Turns before were answered with this one. */
function begin(state: State, answer: PendingAnswer, now: number): State {
  const committed = new Map([...state.committed].filter(([turn]) => turn > answer.turn));
  const measured = state.answer === null ? [] : [createMetric(markUnheard(state.answer, now))];
  return { ...state, committed, answer, measured };
}

function withAnswer(state: State, answer: PendingAnswer): State {
  return isComplete(answer) ? { ...state, answer: null, measured: [createMetric(answer)] } : { ...state, answer };
}
