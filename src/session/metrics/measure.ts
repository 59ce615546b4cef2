import type { Metric, PreemptiveMetric } from '../../core/metric.ts';
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
 * Measures the user's wait for each answer, in parts. Returns one metric for each turn for which the handler was called: when the
 * answer is heard and completely generated, so that its tokens are known, or when it will not be heard.
 *
 * Within an instant, an event must come before the decisions that it causes.
 */
export class Measurement {
  readonly #options: MeasureOptions;
  #user: UserTimes = initialUserTimes;
  /** The user's part of the wait for turns for which the handler has not been called. */
  readonly #committed = new Map<number, Wait>();
  #answer: PendingAnswer | null = null;
  /** What was asked for ahead since the latest answer began. */
  #preemptive: PreemptiveMetric | null = null;

  constructor(options: MeasureOptions) {
    this.#options = options;
  }

  /** Adds an event. Returns the metric that it completes, if there is one. */
  add(timed: TimedEvent): readonly Metric[] {
    const { event, now } = timed;
    this.#user = updateUserTimes(this.#user, event, timed);
    if (event.kind === 'commit') {
      const wait = computeUserWait(this.#user, event.from, now, this.#options.minEndpointingDelayMs);
      this.#committed.set(event.turn.turn, wait);
      return NOTHING;
    }
    if (isPreemptive(event)) return this.#addPreemptive(event);
    const turn = findStartedTurn(event);
    const wait = turn === null ? undefined : this.#committed.get(turn);
    if (turn !== null && wait !== undefined) return this.#begin(turn, wait, now);
    return this.#answer === null ? NOTHING : this.#update(updateAnswer(this.#answer, event, now));
  }

  /** Begins the wait for an answer. It replaces the pending answer and also answers all earlier turns. */
  #begin(turn: number, wait: Wait, now: number): readonly Metric[] {
    const before = this.#answer;
    this.#answer = createPendingAnswer({ turn, wait, preemptive: this.#preemptive }, now);
    this.#preemptive = null;
    for (const committed of this.#committed.keys()) if (committed <= turn) this.#committed.delete(committed);
    return before === null ? NOTHING : [createMetric(markUnheard(before, now))];
  }

  /** Adds to the answer of its turn; before that has begun, to what it begins with. */
  #addPreemptive(event: PreemptiveEvent): readonly Metric[] {
    const answer = this.#answer;
    if (answer?.turn !== event.turn) this.#preemptive = addPreemptive(this.#preemptive, event);
    else this.#answer = { ...answer, preemptive: addPreemptive(answer.preemptive, event) };
    return NOTHING;
  }

  #update(answer: PendingAnswer): readonly Metric[] {
    const isOver = isComplete(answer);
    this.#answer = isOver ? null : answer;
    return isOver ? [createMetric(answer)] : NOTHING;
  }
}

const NOTHING: readonly Metric[] = [];

/** Finds the turn whose reply starts. A custom stage may emit `started` without reporting `called`. */
function findStartedTurn(event: MetricEvent): number | null {
  if (event.kind === 'called' && event.round === 0) return event.turn;
  return event.kind === 'reply' && event.event.kind === 'started' ? event.event.turn : null;
}
