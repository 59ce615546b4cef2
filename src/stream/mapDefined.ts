import { filter, map, pipe, type OperatorFunction } from 'rxjs';

/** Emits the results of `project` that are not undefined. */
export function mapDefined<In, Out>(project: (value: In) => Out | undefined): OperatorFunction<In, Out> {
  return pipe(
    map(project),
    filter((result) => result !== undefined),
  );
}
