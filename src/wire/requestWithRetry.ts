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
  type Observable,
} from 'rxjs';
import { createBackoff, type Backoff } from './backoff.ts';
import { redactFault } from './redact.ts';
import { errorOf, faultOfStatus, type WireFault } from './fault.ts';
import type { HttpEvent, HttpRequest } from './http.ts';
import type { WireDeps } from './wireDeps.ts';

export interface RequestRetryOptions {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** Number of attempts, including the first. @default 3 */
  readonly attempts?: number | undefined;
  /** Texts to redact in errors, in addition to the keys in the headers. @default none */
  readonly secrets?: readonly string[] | undefined;
  /** Classifies a refusing response. @default faultOfStatus */
  readonly faultOf?: FaultOf | undefined;
}

const HEAD_MS = 10_000;
const INITIAL_PAUSE_MS = 100;
const MAX_PAUSE_MS = 400;
/** A longer `Retry-After` fails the request, because no user waits that long. */
const MAX_RETRY_AFTER_MS = 5000;
const REFUSAL_MS = 1000;
const MAX_REFUSAL_BYTES = 8192;

/**
 * Sends a request until a response succeeds: its head (status 200 to 299) is emitted with the first bytes of its body.
 * Until then, retries 408, 409, 425, 429, 5xx, no head within 10 s, and a connection that breaks. The pauses start at
 * 100 ms and double up to 400 ms, with jitter. Honours a `Retry-After` of up to 5 s; a longer one is an error.
 *
 *     answers   -h-x  h-bb-|       x a break, h a head, b bytes
 *     result    ---------(hb)b-|
 *
 * Fails with an AntiphonError: `provider_refused` if no attempt can succeed, otherwise `provider_failed`. Unsubscribing
 * aborts the request and ends a pause.
 */
export function requestWithRetry(
  request: HttpRequest,
  { name, attempts = 3, secrets, faultOf = faultOfStatus }: RequestRetryOptions,
  deps: WireDeps,
): Observable<HttpEvent> {
  return defer(() => {
    const pauses = createBackoff({ attempts, initialMs: INITIAL_PAUSE_MS, maxMs: MAX_PAUSE_MS, random: deps.random });
    let begun = false;
    const again = (error: unknown): Observable<unknown> => {
      const fault = error instanceof Refused ? error.fault : faultOfBreak(error, begun);
      const pause = begun ? null : pauseAfter(fault, pauses);
      return pause === null
        ? throwError(() => errorOf(name, redactFault(fault, request.headers, secrets)))
        : timer(pause, deps.scheduler);
    };
    return attemptRequest(request, faultOf, deps).pipe(
      tap(() => (begun = true)),
      retry({ delay: again }),
    );
  });
}

type FaultOf = typeof faultOfStatus;

type Head = Extract<HttpEvent, { readonly kind: 'head' }>;

/** The error of a refusing response, or of no response. */
class Refused extends Error {
  readonly fault: WireFault;

  constructor(fault: WireFault) {
    super(fault.message);
    this.fault = fault;
  }
}

function attemptRequest(request: HttpRequest, faultOf: FaultOf, deps: WireDeps): Observable<HttpEvent> {
  const late = (): Observable<never> =>
    throwError(() => new Refused({ kind: 'retry', message: 'no answer within 10 s' }));
  return deps.openRequest(request).pipe(
    timeout({ first: HEAD_MS, scheduler: deps.scheduler, with: late }),
    connect((events) =>
      events.pipe(
        take(1),
        switchMap((head) => {
          if (head.kind === 'bytes') return EMPTY;
          return head.status >= 200 && head.status < 300
            ? withHead(head, events)
            : readRefusal(head, events, faultOf, deps);
        }),
      ),
    ),
  );
}

/** Holds the head back until the body begins, because another attempt is possible until then. */
function withHead(head: Head, body: Observable<HttpEvent>): Observable<HttpEvent> {
  return body.pipe(
    concatMap((event, index) => (index === 0 ? of(head, event) : of(event))),
    defaultIfEmpty(head),
  );
}

/** Reads the message in the body, for at most 1 s and 8 KiB, and fails with it. */
function readRefusal(
  { status, headers }: Head,
  body: Observable<HttpEvent>,
  faultOf: FaultOf,
  deps: WireDeps,
): Observable<never> {
  return body.pipe(
    takeUntil(timer(REFUSAL_MS, deps.scheduler)),
    catchError(() => EMPTY),
    reduce<HttpEvent, Buffer>(appendBytes, Buffer.alloc(0)),
    mergeMap((read) => {
      const fault = faultOf(status, headers, read.toString(), deps.wallClock());
      return throwError(() => new Refused(fault));
    }),
  );
}

function appendBytes(read: Buffer, event: HttpEvent): Buffer {
  if (event.kind === 'head' || read.length >= MAX_REFUSAL_BYTES) return read;
  return Buffer.concat([read, event.bytes]);
}

/** Classifies a broken connection only by the platform's code, because its messages may quote headers. */
function faultOfBreak(error: unknown, begun: boolean): WireFault {
  const what = begun ? 'the answer broke off' : 'no answer came';
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined);
  return { kind: 'retry', message: code === undefined ? what : `${what} (${code})` };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function pauseAfter({ kind, retryAfterMs = 0 }: WireFault, pauses: Backoff): number | null {
  return kind === 'retry' && retryAfterMs <= MAX_RETRY_AFTER_MS ? pauses.nextDelayMs(retryAfterMs) : null;
}
