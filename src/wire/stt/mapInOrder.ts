import { concatMap, defer, map, mergeMap, type Observable, type OperatorFunction } from 'rxjs';

/** Projects like `concatMap`, but runs up to `concurrent` projections, of one value each, at a time. */
export function mapInOrder<T, R>(concurrent: number, project: (value: T) => Observable<R>): OperatorFunction<T, R> {
  return (source) =>
    defer(() => {
      const early = new Map<number, R>();
      let next = 0;
      const due = function* (place: number, result: R): Generator<R> {
        early.set(place, result);
        for (let first = early.get(next); first !== undefined; first = early.get(next)) {
          early.delete(next);
          next += 1;
          yield first;
        }
      };
      return source.pipe(
        mergeMap((value, place) => project(value).pipe(map((result) => ({ place, result }))), concurrent),
        concatMap(({ place, result }) => due(place, result)),
      );
    });
}
