import {
  catchError,
  concatMap,
  connect,
  defaultIfEmpty,
  defer,
  EMPTY,
  mergeMap,
  of,
  reduce,
  retry,
  switchMap,
  take,
  takeUntil,
  tap,
  throwError,
  timeout,
  timer,
} from 'rxjs';
import type { Observable } from 'rxjs';
import { backoff } from './backoff.ts';
import type { Backoff } from './backoff.ts';
import { errorOf, faultOfStatus } from './fault.ts';
import type { WireFault } from './fault.ts';
import { asObject, asText } from './json.ts';
import type { HttpEvent, HttpRequest } from './http.ts';
import type { World } from './world.ts';

export interface RequestingOptions {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** The first included. @default 3 */
  readonly attempts?: number | undefined;
}

/**
 * A request whose answer is good: the head comes with the first byte of the body, status 200 to 299. Until then what may
 * pass is tried again: 408, 409, 425, 429, 5xx, no answer within 10 s, a connection that breaks. The pauses are 100 ms,
 * doubled up to 400, with jitter; a `Retry-After` of up to 5 s is honoured, one beyond ends the attempts.
 *
 * Fails with an AntiphonError: `provider_refused` where no attempt can succeed, else `provider_failed`. Unsubscribing
 * aborts the request, or ends the pause.
 */
export function requesting(
  request: HttpRequest,
  { name, attempts = 3 }: RequestingOptions,
  world: World,
): Observable<HttpEvent> {
  return defer(() => {
    const pauses = backoff({ attempts, firstMs: 100, mostMs: 400, random: world.random });
    let begun = false;
    const again = (error: unknown): Observable<unknown> => {
      const fault = faultIn(error);
      const pause = begun ? null : pauseAfter(fault, pauses);
      return pause === null ? throwError(() => errorOf(name, fault)) : timer(pause, world.scheduler);
    };
    return answer(request, world).pipe(
      tap(() => (begun = true)),
      retry({ delay: again }),
    );
  });
}
