import { catchError, defer, EMPTY, finalize, take, timeout, type Observable } from 'rxjs';
import { AntiphonError, type ErrorCode } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { createAbortController } from '../../stream/abortController.ts';
import { createTeardownError } from '../../stream/fromHandler.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import { describeKind } from '../../core/describeInput.ts';
import { contain as containInProcess, type Contain } from '../containment/containment.ts';
import { fromContained } from '../containment/fromContained.ts';
import { fromReturned } from './functions/fromReturned.ts';
import type { StageContext } from '../stages.ts';

/** Time limit for an answer of the agent's code, in ms. */
const TIMEOUT_MS = 10_000;

export interface Question {
  /** The callback to ask. */
  readonly name: 'on_digits' | 'on_user_away' | 'filler';
  /** The error code of its failures. */
  readonly code: ErrorCode;
  /** Calls it. `signal` is created when it is first read. */
  readonly call: (request: { readonly signal: AbortSignal }) => unknown;
  /** Runs the callback. @default `contain` */
  readonly contain?: Contain | undefined;
}

/**
 * Asks a callback of the agent for a text, and emits it. Emits nothing if the callback returns none, fails or takes too
 * long.
 */
export function askAgent(
  { name, code, call, contain = containInProcess }: Question,
  { report, scheduler }: Pick<StageContext, 'report' | 'scheduler'>,
): Observable<string> {
  const fail = (message: string, cause: unknown): void =>
    report(new AntiphonError(code, message, { cause, path: name }));
  const onCancelError = (cause: unknown): void => report(createTeardownError(cause, name));
  const onUncaught = (cause: unknown): void => fail(`${name} failed after it had returned`, cause);
  return defer(() => {
    const controller = createAbortController(onCancelError);
    let hasDecided = false;
    return fromContained(
      onUncaught,
      defer(() => fromReturned(call(controller), onCancelError)),
      contain,
    ).pipe(
      timeout({ first: TIMEOUT_MS, scheduler }),
      take(1),
      mapDefined((result) => {
        hasDecided = true;
        return toText(result);
      }),
      catchError((cause: unknown) => {
        fail(`${name} failed: ${messageOf(cause)}`, cause);
        return EMPTY;
      }),
      finalize(() => hasDecided || contain(onUncaught, () => controller.abort())),
    );
  });
}

function toText(result: unknown): string | undefined {
  if (result === undefined || result === null) return undefined;
  if (typeof result === 'string') return result;
  throw new TypeError(`expected a text, null or undefined, got ${describeKind(result)}`);
}
