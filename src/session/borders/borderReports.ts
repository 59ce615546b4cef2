import { Observable, type Subscriber } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';

/** Errors that the borders of a session report beside their streams. */
export interface BorderReports {
  readonly errors: Observable<AntiphonError>;
  /** Reports the first error of a kind; those that follow are dropped. */
  reportOnce(kind: string, error: () => AntiphonError): void;
}

export function createBorderReports(): BorderReports {
  const listeners = new Set<Subscriber<AntiphonError>>();
  const reported = new Set<string>();
  return {
    errors: new Observable((listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    }),
    reportOnce: (kind, error) => {
      if (reported.has(kind)) return;
      reported.add(kind);
      const first = error();
      for (const listener of listeners) listener.next(first);
    },
  };
}
