import type { IncomingMessage } from 'node:http';
import { Observable } from 'rxjs';

export interface HttpRequest {
  /** The URL, which may be logged: keys go into the headers. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** A form sets its own content type. */
  readonly body?: string | Uint8Array | FormData | undefined;
}

/** An event of a response: its head once, then its body in pieces of any length. */
export type HttpEvent =
  | { readonly kind: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/**
 * Sends a request on subscription. Completes with the body; fails if no response comes or it breaks off; unsubscribing
 * aborts it. The default is `fetchRequest`; tests use a double.
 */
export type OpenRequest = (request: HttpRequest) => Observable<HttpEvent>;

/** Sends a request over the network. Does not follow redirects: they would take the key elsewhere. */
export const fetchRequest: OpenRequest = ({ url, method, headers, body }) =>
  new Observable<HttpEvent>((subscriber) => {
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      const init: RequestInit = { method, headers, redirect: 'manual', signal: controller.signal };
      const response = await fetch(
        url,
        body === undefined
          ? init
          : { ...init, body: body as Exclude<typeof body, Uint8Array> | Uint8Array<ArrayBuffer> },
      );
      subscriber.next({ kind: 'head', status: response.status, headers: Object.fromEntries(response.headers) });
      for await (const bytes of response.body ?? []) subscriber.next({ kind: 'bytes', bytes });
      subscriber.complete();
    };
    run().catch((error: unknown) => {
      if (!controller.signal.aborted) subscriber.error(error);
    });
    return () => controller.abort();
  });

/** Returns the headers of a response; the values of a header that came several times are joined. */
export function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]));
}
