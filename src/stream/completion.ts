import { endWith, ignoreElements, type Observable } from 'rxjs';

/** Ignores the values of `source`; emits null and completes when it completes. */
export function completion(source: Observable<unknown>): Observable<null> {
  return source.pipe(ignoreElements(), endWith(null));
}
