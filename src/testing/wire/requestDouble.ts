import { asyncScheduler, Observable, type SchedulerLike, type Subscriber } from 'rxjs';
import type { HttpEvent, HttpRequest, OpenRequest } from '../../wire/http.ts';

export interface RequestDoubleOptions {
  /**
   * The responses to requests 0, 1, 2 …. The last element of a list serves all further requests. Default: 200, no body.
   */
  readonly server?:
    | ReplyBehaviour
    | readonly ReplyBehaviour[]
    | ((request: HttpRequest, n: number) => ReplyBehaviour)
    | undefined;
  /** Default `asyncScheduler`, which is virtual inside `marbles`. */
  readonly scheduler?: SchedulerLike | undefined;
}

/** The response to one request. Times are in ms after the request. */
export interface ReplyBehaviour {
  /** Time of the response head. Default 0; `Infinity`: never. */
  readonly headAtMs?: number | undefined;
  /** Default 200. */
  readonly status?: number | undefined;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body's pieces. A piece without a time arrives with the previous one, the first with the head. */
  readonly body?: readonly (ReplyPiece | string | Uint8Array)[] | undefined;
  /** Time of the end of the reply. Default: with its last piece; `Infinity`: never. */
  readonly endsAtMs?: number | undefined;
  /** Time at which the connection breaks, as a failed `fetch` does. Default: never. */
  readonly breaksAtMs?: number | undefined;
}

export interface ReplyPiece {
  readonly atMs: number;
  readonly bytes: string | Uint8Array;
}

export interface RequestRecord {
  readonly request: HttpRequest;
  /** Time of the request, in ms of the scheduler. */
  readonly atMs: number;
  /** How and when it ended; null while it is open. */
  readonly ended: { readonly by: 'completion' | 'abort' | 'break'; readonly atMs: number } | null;
}

export interface RequestDouble {
  readonly openRequest: OpenRequest;
  /** Every request that was sent, in order. */
  readonly requests: readonly RequestRecord[];
}

/**
 * Creates requests without a network: a scripted server answers in virtual time and records the client.
 *
 * @example
 * ```ts
 * import { openAiTts } from 'antiphon/providers';
 * import { createRequestDouble, VirtualClock } from 'antiphon/testing';
 * import { of } from 'rxjs';
 *
 * const scheduler = new VirtualClock();
 * const { openRequest, requests } = createRequestDouble({ scheduler, server: { status: 401, body: ['wrong key'] } });
 * openAiTts({ api_key: 'k' }, { openRequest, scheduler }).synthesize(of('Hi.')).subscribe({ error: console.error });
 * await scheduler.run();
 * console.log(requests.length); // 1: a refusal is final
 * ```
 */
export function createRequestDouble({
  server = {},
  scheduler = asyncScheduler,
}: RequestDoubleOptions = {}): RequestDouble {
  const requests: RequestRecord[] = [];
  const openRequest: OpenRequest = (request) =>
    new Observable<HttpEvent>((subscriber) => {
      const record = { request, atMs: scheduler.now(), ended: null as RequestRecord['ended'] };
      const end = (by: 'completion' | 'abort' | 'break'): void => {
        record.ended ??= { by, atMs: scheduler.now() };
      };
      subscriber.add(() => end('abort'));
      const behaviour = behaviourOf(server, request, requests.length);
      requests.push(record);
      play(behaviour, subscriber, scheduler, end);
    });
  return { openRequest, requests };
}

function behaviourOf(
  server: NonNullable<RequestDoubleOptions['server']>,
  request: HttpRequest,
  n: number,
): ReplyBehaviour {
  if (typeof server === 'function') return server(request, n);
  return 'at' in server ? (server[n] ?? server.at(-1) ?? {}) : server;
}

function play(
  { headAtMs = 0, status = 200, headers = {}, body = [], endsAtMs, breaksAtMs }: ReplyBehaviour,
  subscriber: Subscriber<HttpEvent>,
  scheduler: SchedulerLike,
  end: (by: 'completion' | 'break') => void,
): void {
  const later = (atMs: number, work: () => void): void => {
    if (atMs < Number.POSITIVE_INFINITY) subscriber.add(scheduler.schedule(() => work(), atMs));
  };
  later(breaksAtMs ?? Number.POSITIVE_INFINITY, () => {
    end('break');
    subscriber.error(new TypeError('fetch failed'));
  });
  later(headAtMs, () => subscriber.next({ kind: 'head', status, headers }));
  let atMs = headAtMs;
  for (const piece of body) {
    const { bytes, ...at } = typeof piece === 'object' && 'bytes' in piece ? piece : { bytes: piece };
    if ('atMs' in at) atMs = at.atMs;
    const encoded = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
    later(atMs, () => subscriber.next({ kind: 'bytes', bytes: encoded }));
  }
  later(endsAtMs ?? atMs, () => {
    end('completion');
    subscriber.complete();
  });
}
