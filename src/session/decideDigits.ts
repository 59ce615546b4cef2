import { catchError, defer, EMPTY, finalize, of, take, timeout, type Observable } from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import { createAbortController } from '../stream/abortController.ts';
import { createTeardownError } from '../stream/fromHandler.ts';
import { mapDefined } from '../stream/mapDefined.ts';
import { describeKind } from './config/describeInput.ts';
import type { RespondOptions } from './createRespond.ts';
import { contain } from './containment.ts';
import { fromContained } from './fromContained.ts';
import { fromReturned } from './functions/fromReturned.ts';
import type { StageContext } from './stages.ts';

/** Time for `on_digits`, in ms. */
const TIMEOUT_MS = 10_000;

/** Emits the text that the keys are as words of the user, as the agent's `on_digits` decides; without it, the keys themselves. */
export function decideDigits<SessionData extends object>(
  digits: string,
  { agent, sessionData, control }: RespondOptions<SessionData>,
  { report, scheduler }: Pick<StageContext, 'report' | 'scheduler'>,
): Observable<string> {
  const onCancelError = (cause: unknown): void => report(createTeardownError(cause, 'on_digits'));
  const onUncaught = (cause: unknown): void => report(createFailure('on_digits failed after it had returned', cause));
  const controller = createAbortController(onCancelError);
  const decided = defer(() => {
    if ((agent.on_digits ?? undefined) === undefined) return of(digits);
    const input = {
      digits,
      session_data: sessionData,
      get signal() {
        return controller.signal;
      },
      session: control,
    };
    return fromReturned(agent.on_digits?.(input), onCancelError);
  });
  let hasDecided = false;
  return fromContained(onUncaught, decided).pipe(
    timeout({ first: TIMEOUT_MS, scheduler }),
    take(1),
    mapDefined((result) => {
      hasDecided = true;
      return toText(result);
    }),
    catchError((cause: unknown) => {
      report(createFailure(`on_digits failed: ${messageOf(cause)}`, cause));
      return EMPTY;
    }),
    finalize(() => hasDecided || contain(onUncaught, () => controller.abort())),
  );
}

function toText(result: unknown): string | undefined {
  if (result === undefined || result === null) return undefined;
  if (typeof result === 'string') return result;
  throw new TypeError(`expected a text, null or undefined, got ${describeKind(result)}`);
}

function createFailure(message: string, cause: unknown): AntiphonError {
  return new AntiphonError('digits_failed', message, { cause, path: 'on_digits' });
}
