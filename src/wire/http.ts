import type { IncomingMessage } from 'node:http';
import { Observable } from 'rxjs';

export interface HttpRequest {
  /** The URL. It may be logged, so keys belong in the headers. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** The request body. A form sets its own content type. */
  readonly body?: string | Uint8Array | FormData | undefined;
}

/** An event of a response: first its head, once, then its body in pieces of any length. */
export type HttpEvent =
  | { readonly kind: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/**
 * Sends a request on subscription. Completes with the body, and fails if there is no response or it breaks off.
 * Unsubscribing aborts the request. The default is `fetchRequest`; tests use a double.
 */
export type OpenRequest = (request: HttpRequest) => Observable<HttpEvent>;

/**
 * Sends a request over the network. Does not follow redirects, which would take the key elsewhere.
 *
 * @example
 * ```ts
 * import { fetchRequest, openAiTts, type OpenRequest } from 'antiphon/providers';
 *
 * const logged: OpenRequest = (request) => {
 *   console.log(request.method, request.url);
 *   return fetchRequest(request);
 * };
 * export const tts = openAiTts({ api_key: process.env['OPENAI_API_KEY'] ?? '' }, { openRequest: logged });
 * ```
 */
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

/** Returns the headers of a response. Joins the values of a header that occurs several times. */
export function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]));
}
