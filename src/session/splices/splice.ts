import type { Observable } from 'rxjs';
import type { EdgeName, Edges } from '../edges.ts';
import type { PartSession } from '../partSession.ts';

/** An operator at an edge. `session` is the session to which it belongs. */
export type SpliceOperator<Edge extends EdgeName> = (
  source: Observable<Edges[Edge]>,
  session: PartSession,
) => Observable<Edges[Edge]>;

/** The treatment of a value on which a splice throws. */
export type SpliceFailure = 'skip' | 'drop' | 'end';

/** An operator at an edge, with its settings. */
export interface SpliceSettings<Edge extends EdgeName> {
  readonly operator: SpliceOperator<Edge>;
  /** Its name in messages. @default the name of the operator, if it has one */
  readonly name?: string | undefined;
  /**
   * The treatment of a value on which the operator throws. `skip` passes it unchanged; `drop` drops it; the splice
   * stays in the graph. `end` ends the session with the reason `part_failed`.
   * @default `skip` on the user's side of the graph; `drop` on `reply`, `speech`, `functionCalls` and
   *   `functionResults`, whose values reach the user, the model or your functions
   */
  readonly onError?: SpliceFailure | undefined;
  /**
   * Maximum time that the end of a segment, a turn, a round or an utterance waits for a value that the operator
   * withholds, in ms, from 1 to 60,000.
   * @default 2000
   */
  readonly maxDelayMs?: number | undefined;
}

/**
 * An operator inserted at a named edge. It may emit later. At `reply` it gets text, at `speech` audio and at `playout`
 * positions. Marks, settlements, and the events that begin and end a reply or an utterance bypass it, after the values
 * that it still withholds.
 *
 * @example
 * ```ts
 * import type { Splice } from 'antiphon';
 * import { map } from 'rxjs';
 *
 * export const shout: Splice<'reply'> = map((event) =>
 *   event.kind === 'text' ? { ...event, delta: event.delta.toUpperCase() } : event,
 * );
 * ```
 */
export type Splice<Edge extends EdgeName> = SpliceOperator<Edge> | SpliceSettings<Edge>;

/** Operators inserted at named edges. */
export type Splices = { readonly [Edge in EdgeName]?: Splice<Edge> | undefined };
