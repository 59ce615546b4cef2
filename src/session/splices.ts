import {
  catchError,
  connect,
  defer,
  filter,
  identity,
  merge,
  type MonoTypeOperatorFunction,
  type OperatorFunction,
} from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import type { EdgeName, Edges } from './edges.ts';

/**
 * Operators inserted at named edges. They answer within the same instant. Brackets (`started`, `round`, `ended`), marks and
 * word timings flow beside them, so that no splice can hang the session: on `reply` they get text, on `speech` audio.
 */
export type Splices = { readonly [Edge in EdgeName]?: MonoTypeOperatorFunction<Edges[Edge]> | undefined };

type Report = (error: AntiphonError) => void;

/** The splice at an edge; one that fails is reported, and the edge goes on without it. */
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

/** What `isMaterial` selects goes through the splice, the rest beside it, each in its place. */
export function applyWhere<T, Material extends T>(
  isMaterial: (event: T) => event is Material,
  spliced: OperatorFunction<Material, T>,
): MonoTypeOperatorFunction<T> {
  if (Object.is(spliced, identity)) return identity;
  return connect((source) =>
    merge(source.pipe(filter(isMaterial), spliced), source.pipe(filter((event) => !isMaterial(event)))),
  );
}
