import {
  catchError,
  connect,
  defer,
  filter,
  identity,
  type MonoTypeOperatorFunction,
  type OperatorFunction,
} from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import type { EdgeName, Edges } from './edges.ts';
import { merge } from '../stream/merge.ts';

/**
 * Operators inserted at named edges. They must emit within the same instant. On `reply` they get text and on `speech` audio:
 * brackets (`started`, `round`, `ended`), marks and word timings bypass them, so that no splice can hang the session.
 */
export type Splices = { readonly [Edge in EdgeName]?: MonoTypeOperatorFunction<Edges[Edge]> | undefined };

type Report = (error: AntiphonError) => void;

/** Applies the splice at an edge. If it fails, the error is reported and the edge continues without it. */
export function splice<Edge extends EdgeName>(
  edge: Edge,
  splices: Splices,
  report: Report,
): MonoTypeOperatorFunction<Edges[Edge]> {
  const own: MonoTypeOperatorFunction<Edges[Edge]> | undefined = splices[edge];
  if (own === undefined) return identity;
  return connect((source) =>
    defer(() => source.pipe(own)).pipe(
      catchError((cause: unknown) => {
        report(
          new AntiphonError('splice_failed', `the operator spliced in at "${edge}" failed`, { path: edge, cause }),
        );
        return source;
      }),
    ),
  );
}

/** Applies an operator to the values that `isSelected` selects. The other values bypass it; the order stays. */
export function applyWhere<T, Selected extends T>(
  isSelected: (event: T) => event is Selected,
  operator: OperatorFunction<Selected, T>,
): MonoTypeOperatorFunction<T> {
  if (Object.is(operator, identity)) return identity;
  return connect((source) =>
    merge(source.pipe(filter(isSelected), operator), source.pipe(filter((event) => !isSelected(event)))),
  );
}
