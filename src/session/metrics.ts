import type { OperatorFunction } from 'rxjs';
import { scanArrays } from '../stream/mapArrays.ts';
import type { Metric } from '../core/metric.ts';
import { advance, giveUp, isComplete, opened } from './metrics/answer.ts';
import type { Answer } from './metrics/answer.ts';
import { hear, nothingHeard, waitFor } from './metrics/listening.ts';
import type { Listening } from './metrics/listening.ts';
import type { Happened, Measured } from './metrics/measured.ts';
import { recordOf } from './metrics/wait.ts';
import type { Wait } from './metrics/wait.ts';

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
export function measure(options: MeasureOptions): OperatorFunction<Happened, Metric> {
  return (events) =>
    events.pipe(
      scanArrays(
        initial,
        (state, happened) => next(state, happened, options),
        ({ measured }) => measured,
      ),
    );
}

interface State {
  readonly listening: Listening;
  /** The user's part of the turns that the handler was not called for yet. */
  readonly committed: ReadonlyMap<number, Wait>;
  readonly answer: Answer | null;
  readonly measured: readonly Metric[];
}

const initial: State = { listening: nothingHeard, committed: new Map(), answer: null, measured: [] };

function next(before: State, happened: Happened, { minEndpointingDelayMs }: MeasureOptions): State {
  const { event, now } = happened;
  const { committed, answer } = before;
  const state: State = { listening: hear(before.listening, event, happened), committed, answer, measured: [] };
  if (event.kind === 'commit') {
    const wait = waitFor(state.listening, event.from, now, minEndpointingDelayMs);
    return { ...state, committed: new Map(state.committed).set(event.turn.turn, wait) };
  }
  const turn = beginningOf(event);
  const wait = turn === null ? undefined : state.committed.get(turn);
  if (turn !== null && wait !== undefined) return begin(state, opened(turn, wait, now), now);
  return state.answer === null ? state : withAnswer(state, advance(state.answer, event, now));
}

/** Both tell it; a stage in the place of the standard one may tell only that its reply has started. */
function beginningOf(event: Measured): number | null {
  if (event.kind === 'called' && event.round === 0) return event.turn;
  return event.kind === 'reply' && event.event.kind === 'started' ? event.event.turn : null;
}

/** One answer at a time: what was waited for until now will not come. Turns before were answered with this one. */
function begin(state: State, answer: Answer, now: number): State {
  const committed = new Map([...state.committed].filter(([turn]) => turn > answer.turn));
  const measured = state.answer === null ? [] : [recordOf(giveUp(state.answer, now))];
  return { ...state, committed, answer, measured };
}

function withAnswer(state: State, answer: Answer): State {
  return isComplete(answer) ? { ...state, answer: null, measured: [recordOf(answer)] } : { ...state, answer };
}
