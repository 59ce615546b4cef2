import { asapScheduler, Observable, type MonoTypeOperatorFunction } from 'rxjs';
import { createOperatorSubscriber } from '../stream/operatorSubscriber.ts';
import type { SessionEvent } from './events.ts';

/**
 * Emits events at the end of the turn of the event loop, in order. An event of the name `urgent` is emitted at once, behind
 * those that wait.
 *
 * ```text
 * source  (abU)c     U: urgent
 * output  (abU)c     "a" and "b" before "U", "c" when all work of its turn is done
 * ```
 */
export function deferExcept<Event extends Pick<SessionEvent, 'name'>>(
  urgent: Event['name'],
): MonoTypeOperatorFunction<Event> {
  return (events) =>
    new Observable((subscriber) => {
      const waiting: Event[] = [];
      const drain = (): void => {
        for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) subscriber.next(event);
      };
      events.subscribe(
        createOperatorSubscriber<Event>(subscriber, {
          next: (event) => {
            waiting.push(event);
            if (event.name === urgent) drain();
            else asapScheduler.schedule(drain);
          },
          complete: () => {
            asapScheduler.schedule(() => subscriber.complete());
          },
        }),
      );
    });
}
