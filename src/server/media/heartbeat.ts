import { interval, Observable, tap, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import type { SocketEvent } from './fromSocket.ts';
import { ConnectionError } from './connectionError.ts';

const EVERY_MS = 10_000;
const MAX_MISSED = 2;

/**
 * Passes on the events of a socket and pings it every 10 s. Errors with a ConnectionError `timeout` when a third ping would
 * be due and two are unanswered: at most 30 s after the last pong.
 *
 * ```text
 * events  -----------o------------------------------------    o: pong, one dash a second
 * pings   ----------p---------p---------p---------#           the first is answered, two are not
 * ```
 */
export function heartbeat(ping: () => void, scheduler: SchedulerLike): MonoTypeOperatorFunction<SocketEvent> {
  return (events) =>
    new Observable((subscriber) => {
      let unanswered = 0;
      const beat = (): void => {
        unanswered += 1;
        if (unanswered > MAX_MISSED) throw pingTimeout();
        ping();
      };
      const fail = (error: unknown): void => subscriber.error(error);
      subscriber.add(interval(EVERY_MS, scheduler).pipe(tap(beat)).subscribe({ error: fail }));
      subscriber.add(
        events.subscribe({
          next: (event) => {
            if (event.kind === 'pong') unanswered = 0;
            subscriber.next(event);
          },
          error: fail,
          complete: () => subscriber.complete(),
        }),
      );
    });
}

function pingTimeout(): ConnectionError {
  const got = `none to ${MAX_MISSED} within ${EVERY_MS / 1000} s each`;
  return new ConnectionError('timeout', `Expected an answer to a ping, got ${got}.`);
}
