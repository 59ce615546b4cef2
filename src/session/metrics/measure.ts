import type { OperatorFunction } from 'rxjs';
import type { Metric, PreemptiveMetric } from '../../core/metric.ts';
import { scanArrays } from '../../stream/mapArrays.ts';
import type { TimedEvent, MetricEvent } from './metricEvent.ts';
import { createPendingAnswer, isComplete, markUnheard, updateAnswer, type PendingAnswer } from './pendingAnswer.ts';
import { addPreemptive, isPreemptive, type PreemptiveEvent } from './preemptive.ts';
import { computeUserWait, initialUserTimes, updateUserTimes, type UserTimes } from './userTimes.ts';
import { createMetric, type Wait } from './wait.ts';

export interface MeasureOptions {
  /** Least time between the last voiced sample and the end of a turn, in ms. Read at each event. */
  readonly minEndpointingDelayMs: number;
}

/**
 * Measures the user's wait for each answer, in parts. Emits one metric for each turn for which the handler was called: when the
 * answer is heard and completely generated, so that its tokens are known, or when it will not be heard.
 *
 * Within an instant, an event must come before the decisions that it causes.
 */
export function measure(options: MeasureOptions): OperatorFunction<TimedEvent, Metric> {
  return scanArrays(
    initial,
    (state, timed) => advance(state, timed, options.minEndpointingDelayMs),
    ({ measured }) => measured,
  );
}

interface State {
  readonly user: UserTimes;
  /** The user's part of the wait for turns for which the handler has not been called. */
  readonly committed: ReadonlyMap<number, Wait>;
  readonly answer: PendingAnswer | null;
  /** What was asked for ahead since the latest answer began. */
  readonly preemptive: PreemptiveMetric | null;
  readonly measured: readonly Metric[];
}

const NOTHING: readonly Metric[] = [];
const initial: State = {
  user: initialUserTimes,
  committed: new Map(),
  answer: null,
  preemptive: null,
  measured: NOTHING,
};

function advance(before: State, timed: TimedEvent, minDelayMs: number): State {
  const { event, now } = timed;
  const { committed, answer, preemptive } = before;
  const user = updateUserTimes(before.user, event, timed);
  const state: State = { user, committed, answer, preemptive, measured: NOTHING };
  if (event.kind === 'commit') {
    const wait = computeUserWait(state.user, event.from, now, minDelayMs);
    return { ...state, committed: new Map(committed).set(event.turn.turn, wait) };
  }
  if (isPreemptive(event)) return withPreemptive(state, event);
  const turn = findStartedTurn(event);
  const wait = turn === null ? undefined : committed.get(turn);
  if (turn !== null && wait !== undefined)
    return begin(state, createPendingAnswer({ turn, wait, preemptive }, now), now);
  return answer === null ? state : withAnswer(state, updateAnswer(answer, event, now));
}

/** Finds the turn whose reply starts. A custom stage may emit `started` without reporting `called`. */
function findStartedTurn(event: MetricEvent): number | null {
  if (event.kind === 'called' && event.round === 0) return event.turn;
  return event.kind === 'reply' && event.event.kind === 'started' ? event.event.turn : null;
}

/** Begins the wait for an answer. It replaces the pending answer and also answers all earlier turns. */
function begin(state: State, answer: PendingAnswer, now: number): State {
  const committed = new Map([...state.committed].filter(([turn]) => turn > answer.turn));
  const measured = state.answer === null ? [] : [createMetric(markUnheard(state.answer, now))];
  return { ...state, committed, answer, preemptive: null, measured };
}

/** Adds to the answer of its turn; before that has begun, to what it begins with. */
function withPreemptive(state: State, event: PreemptiveEvent): State {
  const { answer, preemptive } = state;
  if (answer?.turn !== event.turn) return { ...state, preemptive: addPreemptive(preemptive, event) };
  return { ...state, answer: { ...answer, preemptive: addPreemptive(answer.preemptive, event) } };
}

function withAnswer(state: State, answer: PendingAnswer): State {
  return isComplete(answer) ? { ...state, answer: null, measured: [createMetric(answer)] } : { ...state, answer };
}
