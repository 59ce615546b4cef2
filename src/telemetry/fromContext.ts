import type { Context, ContextAPI } from '@opentelemetry/api';
import { Observable } from 'rxjs';
import { createOperatorSubscriber } from '../stream/operatorSubscriber.ts';

/**
 * Subscribes to a source within a context, so that the spans that it begins are children of that of the context. Its values are
 * emitted in the context of the subscriber: what follows from them is not part of it.
 */
export function fromContext<T>(api: ContextAPI, context: Context, source: Observable<T>): Observable<T> {
  return new Observable<T>((subscriber) => {
    const outer = api.active();
    const inner = createOperatorSubscriber<T>(subscriber, {
      next: (value) => api.with(outer, () => subscriber.next(value)),
      error: (error) => api.with(outer, () => subscriber.error(error)),
      complete: () => api.with(outer, () => subscriber.complete()),
    });
    api.with(context, () => source.subscribe(inner));
  });
}
