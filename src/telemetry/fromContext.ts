import type { Context, ContextAPI } from '@opentelemetry/api';
import { Observable } from 'rxjs';
import { operate } from '../stream/operate.ts';

/**
 * Subscribes to a source within a context, so that the spans it begins are children of the context's span. Emits its
 * values in the subscriber's context, so that later work is not part of that span.
 */
export function fromContext<T>(api: ContextAPI, context: Context, source: Observable<T>): Observable<T> {
  return new Observable<T>((subscriber) => {
    const outer = api.active();
    api.with(context, () =>
      operate(source, subscriber, {
        next: (value) => api.with(outer, () => subscriber.next(value)),
        error: (error) => api.with(outer, () => subscriber.error(error)),
        complete: () => api.with(outer, () => subscriber.complete()),
      }),
    );
  });
}
