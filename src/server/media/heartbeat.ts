import { interval, Observable, tap, type MonoTypeOperatorFunction } from 'rxjs';
import type { SocketEvent } from './fromSocket.ts';
import { ConnectionError } from './connectionError.ts';
import { hasStalled, type InputTime } from './inputTime.ts';

const EVERY_MS = 10_000;
const MAX_MISSED = 2;

/**
 * Passes on the events of a socket and pings it every 10 s. Errors with a ConnectionError `timeout` when a third ping would
 * be due and two are unanswered: at most 30 s after the last pong. After a stall of the process the answers may wait to be
 * read: that ping does not count.
 *
 * ```text
 * events  -----------o------------------------------------    o: pong, one dash a second
 * pings   ----------p---------p---------p---------#           the first is answered, two are not
 * ```
 */
export function heartbeat(ping: () => void, time: InputTime): MonoTypeOperatorFunction<SocketEvent> {
  return (events) =>
    new Observable((subscriber) => {
      let unanswered = 0;
      const beat = (): void => {
        unanswered += hasStalled(time) ? 0 : 1;
        if (unanswered > MAX_MISSED) throw pingTimeout();
        ping();
      };
      const fail = (error: unknown): void => subscriber.error(error);
      subscriber.add(interval(EVERY_MS, time.scheduler).pipe(tap(beat)).subscribe({ error: fail }));
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
