import { Observable, type OperatorFunction } from 'rxjs';

/** Emits what `project` returns for each value, except undefined: `map` and `filter` in one, for every frame of a session. */
export function mapDefined<In, Out>(project: (value: In) => Out | undefined): OperatorFunction<In, Out> {
  return (values) =>
    new Observable((subscriber) =>
      values.subscribe({
        next: (value) => {
          let result: Out | undefined;
          try {
            result = project(value);
          } catch (error) {
            return subscriber.error(error);
          }
          if (result !== undefined) subscriber.next(result);
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => subscriber.complete(),
      }),
    );
}
