import { defer, ignoreElements, interval, map, merge, tap, type Observable } from 'rxjs';
import { ConnectionError } from '../protocols/connectionError.ts';
import { hasStalled, type InputTime } from './inputTime.ts';

const EVERY_MS = 10_000;
const MAX_MISSED = 2;

/**
 * Pings a socket every 10 s, and emits nothing. Errors with a ConnectionError `timeout` when a third ping is due and
 * two are unanswered, which is at most 30 s after the last of its `pongs`. After a stall of the process, answers may be
 * waiting to be read, so that ping does not count.
 *
 * ```text
 * pongs   -----------o------------------------------------    one dash a second
 * pings   ----------p---------p---------p---------#           the first is answered, two are not
 * ```
 */
export function heartbeat(pongs: Observable<unknown>, ping: () => void, time: InputTime): Observable<never> {
  return defer(() => {
    let unanswered = 0;
    const beat = (): void => {
      unanswered += hasStalled(time) ? 0 : 1;
      if (unanswered > MAX_MISSED) throw pingTimeout();
      ping();
    };
    const answered = pongs.pipe(tap(() => (unanswered = 0)));
    return merge(answered, interval(EVERY_MS, time.scheduler).pipe(map(beat))).pipe(ignoreElements());
  });
}

function pingTimeout(): ConnectionError {
  const got = `none to ${MAX_MISSED} pings within ${EVERY_MS / 1000} s each`;
  return new ConnectionError('timeout', `Expected an answer to a ping, got ${got}.`);
}
