import {
  connect,
  endWith,
  filter,
  ignoreElements,
  interval,
  map,
  merge,
  scan,
  takeUntil,
  tap,
  type MonoTypeOperatorFunction,
  type SchedulerLike,
} from 'rxjs';
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
  return connect((events) => {
    const pongs = events.pipe(
      filter(({ kind }) => kind === 'pong'),
      map(() => 'pong' as const),
    );
    const beats = interval(EVERY_MS, scheduler).pipe(map(() => 'beat' as const));
    const watch = merge(pongs, beats).pipe(
      scan((unanswered, event) => (event === 'pong' ? 0 : unanswered + 1), 0),
      tap((unanswered) => {
        if (unanswered > MAX_MISSED) throw pingTimeout();
        if (unanswered > 0) ping();
      }),
      ignoreElements(),
      takeUntil(events.pipe(ignoreElements(), endWith(undefined))),
    );
    return merge(watch, events);
  });
}

function pingTimeout(): ConnectionError {
  const got = `none to ${MAX_MISSED} within ${EVERY_MS / 1000} s each`;
  return new ConnectionError('timeout', `Expected an answer to a ping, got ${got}.`);
}
