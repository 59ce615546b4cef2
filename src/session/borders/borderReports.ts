import { Observable, type Subscriber } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';

/** A reporter of border errors that do not belong to a stream. */
export interface BorderReports {
  readonly errors: Observable<AntiphonError>;
  /** Reports the first error of a kind; drops all later ones. */
  reportOnce(kind: string, createError: () => AntiphonError): void;
}

export function createBorderReports(): BorderReports {
  const subscribers = new Set<Subscriber<AntiphonError>>();
  const reported = new Set<string>();
  return {
    errors: new Observable((subscriber) => {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    }),
    reportOnce: (kind, createError) => {
      if (reported.has(kind)) return;
      reported.add(kind);
      const first = createError();
      for (const subscriber of subscribers) subscriber.next(first);
    },
  };
}
