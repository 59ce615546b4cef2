import { Observable } from 'rxjs';
import { operate } from './operate.ts';

/** Ignores the values of `source`; emits null and completes when it completes. */
export function completion(source: Observable<unknown>): Observable<null> {
  return new Observable((out) =>
    operate(source, out, {
      next: () => {},
      complete: () => {
        out.next(null);
        out.complete();
      },
    }),
  );
}
