import { defer, finalize, takeUntil, type Observable } from 'rxjs';
import type { AntiphonError, ErrorCode } from '../../core/errors.ts';
import { maskKeys } from '../../core/maskKeys.ts';

export interface FailureLogOptions {
  readonly id: string;
  readonly logFailures?: boolean | undefined;
  /** Masks the secrets of the session's config. */
  readonly mask: (text: string) => string;
}

/** The errors of a session, for two kinds of subscribers. */
export interface FailureLog {
  /** All errors, for the session itself. */
  readonly all: Observable<AntiphonError>;
  /** All errors, for the application. Without a subscriber, the first failure of each code goes to `console.error`. */
  readonly watched: Observable<AntiphonError>;
}

/** Creates a log of the failures that reach no subscriber. */
export function createFailureLog(
  { errors, ended }: { readonly errors: Observable<AntiphonError>; readonly ended: Observable<unknown> },
  { id, logFailures = true, mask }: FailureLogOptions,
): FailureLog {
  let subscribers = 0;
  let isOver = false;
  const logged = new Set<ErrorCode>();
  const log = (error: AntiphonError): void => {
    const { code, details } = error;
    if (subscribers > 0 || details.failure === false || logged.has(code) || (isOver && !AGENT_CODES.has(code))) return;
    logged.add(code);
    logFailure({ code, message: mask(error.message) }, ` ${id}`, HINT);
  };
  if (logFailures) errors.subscribe(log);
  ended.subscribe(() => (isOver = true));
  const all = errors.pipe(takeUntil(ended));
  const watched = defer(() => {
    if (isOver) return all;
    subscribers += 1;
    return all.pipe(finalize(() => (subscribers -= 1)));
  });
  return { all, watched };
}

/** Writes a failure to `console.error`. */
export function logFailure({ code, message }: Pick<AntiphonError, 'code' | 'message'>, session = '', hint = ''): void {
  // oxlint-disable-next-line no-console -- there is no subscriber to report it to
  console.error(`antiphon${session}: ${code}: ${maskKeys(message)}${hint}`);
}

/** Failures of the agent's code, which are logged even after the session's end. */
const AGENT_CODES = new Set<ErrorCode>([
  'config_failed',
  'event_handler_failed',
  'handler_failed',
  'function_failed',
  'splice_failed',
  'stage_failed',
  'tap_failed',
  'port_failed',
]);

const HINT =
  '\n  Only the first of its kind is shown. Subscribe to session.errors$ for all of them, or set logFailures: false.';
