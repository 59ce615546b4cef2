import { catchError, concatMap, connect, defaultIfEmpty, defer, EMPTY, mergeMap, of, reduce } from 'rxjs';
import { retry, switchMap, take, takeUntil, tap, throwError, timeout, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import { createBackoff } from './backoff.ts';
import type { Backoff } from './backoff.ts';
import { redactFault } from './redact.ts';
import { errorOf, faultOfStatus } from './fault.ts';
import type { WireFault } from './fault.ts';
import type { HttpEvent, HttpRequest } from './http.ts';
import type { WireDeps } from './wireDeps.ts';

export interface RequestRetryOptions {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** The first included. @default 3 */
  readonly attempts?: number | undefined;
  /** What no error may repeat, beyond the keys in the headers. @default none */
  readonly secrets?: readonly string[] | undefined;
}

const HEAD_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const MOST_PAUSE_MS = 400;
/** A provider that wants to be left alone for longer is not waited for: nobody waits that long for a word. */
const MOST_ASKED_MS = 5000;
const REFUSAL_MS = 1000;
const MOST_REFUSAL_BYTES = 8192;

/**
 * A request, up to an answer that is good: its head (status 200 to 299) comes together with the first bytes of its body.
 * Until then what may pass is tried again: 408, 409, 425, 429, 5xx, no head within 10 s, a connection that breaks. The
 * pauses are of 100 ms, doubled up to 400, with jitter; a `Retry-After` of up to 5 s is honoured, a longer one ends it.
 *
 *     answers   -h-x  h-bb-|       x a break, h a head, b bytes
 *     result    ---------(hb)b-|
 *
 * Fails with an AntiphonError: `provider_refused` where no attempt can succeed, else `provider_failed`. Unsubscribing
 * aborts the request, and ends a pause.
 */
export function requestWithRetry(
  request: HttpRequest,
  { name, attempts = 3, secrets }: RequestRetryOptions,
  deps: WireDeps,
): Observable<HttpEvent> {
  return defer(() => {
    const pauses = createBackoff({ attempts, initialMs: FIRST_PAUSE_MS, maxMs: MOST_PAUSE_MS, random: deps.random });
    let begun = false;
    const again = (error: unknown): Observable<unknown> => {
      const fault = error instanceof Refused ? error.fault : faultOfBreak(error, begun);
      const pause = begun ? null : pauseAfter(fault, pauses);
      return pause === null
        ? throwError(() => errorOf(name, redactFault(fault, request.headers, secrets)))
        : timer(pause, deps.scheduler);
    };
    return answerTo(request, deps).pipe(
      tap(() => (begun = true)),
      retry({ delay: again }),
    );
  });
}

type Head = Extract<HttpEvent, { readonly kind: 'head' }>;

/** An answer that is none: what its status and its body say. */
class Refused extends Error {
  readonly fault: WireFault;

  constructor(fault: WireFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** One attempt. */
function answerTo(request: HttpRequest, deps: WireDeps): Observable<HttpEvent> {
  const late = (): Observable<never> =>
    throwError(() => new Refused({ kind: 'retry', message: 'no answer within 10 s' }));
  return deps.openRequest(request).pipe(
    timeout({ first: HEAD_MS, scheduler: deps.scheduler, with: late }),
    connect((events) =>
      events.pipe(
        take(1),
        switchMap((head) => {
          if (head.kind === 'bytes') return EMPTY;
          return head.status >= 200 && head.status < 300 ? headed(head, events) : refusal(head, events, deps);
        }),
      ),
    ),
  );
}

/** The head is held back until it is sure that the body comes: up to then there may be another attempt. */
function headed(head: Head, body: Observable<HttpEvent>): Observable<HttpEvent> {
  return body.pipe(
    concatMap((event, index) => (index === 0 ? of(head, event) : of(event))),
    defaultIfEmpty(head),
  );
}

/** What can be read of the body tells more than the status; it is neither waited for long nor read whole. */
function refusal({ status, headers }: Head, body: Observable<HttpEvent>, deps: WireDeps): Observable<never> {
  return body.pipe(
    takeUntil(timer(REFUSAL_MS, deps.scheduler)),
    catchError(() => EMPTY),
    reduce<HttpEvent, Buffer>(readOn, Buffer.alloc(0)),
    mergeMap((read) => {
      const fault = faultOfStatus(status, headers, read.toString(), deps.wallClock());
      return throwError(() => new Refused(fault));
    }),
  );
}

function readOn(read: Buffer, event: HttpEvent): Buffer {
  if (event.kind === 'head' || read.length >= MOST_REFUSAL_BYTES) return read;
  return Buffer.concat([read, event.bytes]);
}

/** Only the platform's code for it is told: its messages may quote headers. */
function faultOfBreak(error: unknown, begun: boolean): WireFault {
  const what = begun ? 'the answer broke off' : 'no answer came';
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined);
  return { kind: 'retry', message: code === undefined ? what : `${what} (${code})` };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function pauseAfter({ kind, retryAfterMs = 0 }: WireFault, pauses: Backoff): number | null {
  return kind === 'retry' && retryAfterMs <= MOST_ASKED_MS ? pauses.nextDelayMs(retryAfterMs) : null;
}
