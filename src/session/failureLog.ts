import { defer, finalize, takeUntil, type Observable } from 'rxjs';
import type { AntiphonError, ErrorCode } from '../core/errors.ts';

export interface FailureLogOptions {
  readonly id: string;
  readonly logFailures?: boolean | undefined;
}

/** The errors of a session, and who looks at them. */
export interface FailureLog {
  /** All of them, for the session's own use. */
  readonly all: Observable<AntiphonError>;
  /** All of them. While nobody is subscribed, the first failure of each code goes to `console.error`. */
  readonly watched: Observable<AntiphonError>;
}

interface SessionErrors {
  readonly errors: Observable<AntiphonError>;
  readonly ended: Observable<unknown>;
}

/** Logs the failures of a session that nobody looks at. */
export function createFailureLog(
  { errors, ended }: SessionErrors,
  { id, logFailures = true }: FailureLogOptions,
): FailureLog {
  let watchers = 0;
  let isOver = false;
  const logged = new Set<ErrorCode>();
  const log = (error: AntiphonError): void => {
    const { code, details } = error;
    if (watchers > 0 || details.failure === false || logged.has(code) || (isOver && !AGENT_CODES.has(code))) return;
    logged.add(code);
    logFailure(error, ` ${id}`, HINT);
  };
  if (logFailures) errors.subscribe(log);
  ended.subscribe(() => {
    isOver = true;
  });
  const all = errors.pipe(takeUntil(ended));
  const watched = defer(() => {
    if (isOver) return all;
    watchers += 1;
    return all.pipe(finalize(() => (watchers -= 1)));
  });
  return { all, watched };
}

/** Writes a failure to `console.error`. */
export function logFailure({ code, message }: AntiphonError, session = '', hint = ''): void {
  // oxlint-disable-next-line no-console -- where nobody listens, this is the only place to say it
  console.error(`antiphon${session}: ${code}: ${message}${hint}`);
}

/** What an agent's code has left behind may fail after the session's end, and is logged then, too. */
const AGENT_CODES: ReadonlySet<ErrorCode> = new Set([
  'config_failed',
  'event_handler_failed',
  'handler_failed',
  'function_failed',
]);

const HINT =
  '\n  Only the first of its kind is shown. Subscribe to session.errors$ for all of them, or set logFailures: false.';
