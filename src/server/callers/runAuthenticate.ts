import { defer, firstValueFrom, fromEvent, map, merge, of, timer, type Observable, type SchedulerLike } from 'rxjs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';
import type { Authenticate } from './caller.ts';

export interface AuthenticateLimits {
  readonly timeoutMs: number;
  /** Fires when the server closes. */
  readonly closing: AbortSignal;
  readonly scheduler: SchedulerLike;
}

/**
 * Calls the `authenticate` of an app and returns its result. Stops waiting, and fires the signal of `authenticate`,
 * when the caller leaves, the server closes or the time is up.
 *
 * @throws (rejects with) Problem `authenticate_timeout`, `draining`, or `internal` if `authenticate` fails: the caller
 * learns nothing about its error, whatever status the error has
 */
export function runAuthenticate(
  authenticate: Authenticate,
  limits: AuthenticateLimits,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const controller = new AbortController();
  const answered = defer(() => callSafely(authenticate, request, controller.signal));
  const given = whenGivenUp(limits, reply).pipe(
    map((problem) => {
      controller.abort();
      if (problem !== undefined) throw problem;
      return undefined;
    }),
  );
  return firstValueFrom(merge(given, answered));
}

/** Emits the reason to stop waiting for a caller; undefined if the caller has left. */
function whenGivenUp(
  { timeoutMs, closing, scheduler }: AuthenticateLimits,
  { raw }: FastifyReply,
): Observable<Problem | undefined> {
  return merge(
    fromEvent(raw, 'close').pipe(map(() => undefined)),
    defer(() => (closing.aborted ? of(0) : fromEvent(closing, 'abort'))).pipe(map(() => new Problem('draining'))),
    timer(timeoutMs, scheduler).pipe(map(() => new Problem('authenticate_timeout'))),
  );
}

async function callSafely(authenticate: Authenticate, request: FastifyRequest, signal: AbortSignal): Promise<unknown> {
  try {
    return await authenticate(request, { signal });
  } catch (cause) {
    throw new Problem('internal', [], cause);
  }
}
