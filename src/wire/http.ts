import { Observable } from 'rxjs';

export interface HttpRequest {
  /** It may be logged: keys go into the headers. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** A form sets its own content type. */
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData | undefined;
}

/** What comes of a request: its head once, then its body in pieces of any length. */
export type HttpEvent =
  | { readonly kind: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/**
 * Sends a request when subscribed to. Completes with the body, fails where no answer comes or it breaks off;
 * unsubscribing aborts it. The real one is `fetched`; a test hands in one of its own.
 */
export type OpenRequest = (request: HttpRequest) => Observable<HttpEvent>;

/** A request over the network. Redirects are not followed: they would take the key elsewhere. */
export const fetchRequest: OpenRequest = ({ url, method, headers, body }) =>
  new Observable<HttpEvent>((subscriber) => {
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      const init: RequestInit = { method, headers, redirect: 'manual', signal: controller.signal };
      const response = await fetch(url, body === undefined ? init : { ...init, body });
      subscriber.next({ kind: 'head', status: response.status, headers: Object.fromEntries(response.headers) });
      for await (const bytes of response.body ?? []) subscriber.next({ kind: 'bytes', bytes });
      subscriber.complete();
    };
    run().catch((error: unknown) => {
      if (!controller.signal.aborted) subscriber.error(error);
    });
    return () => controller.abort();
  });
