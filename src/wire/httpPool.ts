import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Observable, Subscription } from 'rxjs';
import { createPreconnectingAgent, type PreconnectingAgent } from './preconnectingAgent.ts';
import { fetchRequest, type HttpEvent, type HttpRequest, type OpenRequest } from './http.ts';

/** A pool of HTTP connections that outlive their requests. */
export interface HttpPool {
  /** Sends a request, over an idle connection if there is one. A form is sent over a connection that is not kept. */
  readonly openRequest: OpenRequest;
  /** Keeps idle connections until the subscription ends; the last one to end closes them. */
  keep(): Subscription;
  /** The same, and opens a connection to `origin` at once, and again when an aborted request has ended the one there was. */
  keepOpen(origin: string): Subscription;
}

/**
 * Creates a pool. Without a subscription from `keep` or `keepOpen`, each request closes its own connection. An aborted request
 * ends its connection: HTTP/1.1 has no other way to stop a response.
 */
export function createHttpPool(): HttpPool {
  const keepers = new Set<Subscription>();
  const origins = new Set<string>();
  const agents = [new HttpAgent({ keepAlive: true }), new HttpsAgent({ keepAlive: true })].map((agent) =>
    createPreconnectingAgent(agent, () => keepers.size > 0),
  ) as [PreconnectingAgent, PreconnectingAgent];
  const agentOf = ({ protocol }: URL): PreconnectingAgent => agents[protocol === 'http:' ? 0 : 1];

  const open = (origin: string): void => agentOf(new URL(origin)).preconnect(new URL(origin));
  const keep = (): Subscription => {
    const kept = new Subscription(() => {
      keepers.delete(kept);
      if (keepers.size === 0) for (const agent of agents) agent.closeIdle();
    });
    keepers.add(kept);
    return kept;
  };
  return {
    keep,
    keepOpen: (origin) => {
      const kept = keep();
      origins.add(origin);
      open(origin);
      kept.add(() => origins.delete(origin));
      return kept;
    },
    openRequest: (request) => {
      if (request.body instanceof FormData) return fetchRequest(request);
      const url = new URL(request.url);
      const aborted = (): void => {
        if (origins.has(url.origin)) open(url.origin);
      };
      return sendRequest(request, url, agentOf(url), aborted);
    },
  };
}

/** Sends a request on subscription; calls `aborted` if it is unsubscribed before the response is complete. */
function sendRequest(
  { method, headers, body }: HttpRequest,
  url: URL,
  { agent }: PreconnectingAgent,
  aborted: () => void,
) {
  return new Observable<HttpEvent>((subscriber) => {
    let isComplete = false;
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
    const request = send(url, { method, headers: { 'user-agent': 'antiphon', accept: '*/*', ...headers }, agent });
    const failed = (error: Error): void => subscriber.error(error);
    request.on('error', failed);
    request.on('response', (response) => {
      subscriber.next({ kind: 'head', status: response.statusCode ?? 0, headers: headersOf(response) });
      response.on('data', (bytes: Uint8Array) => subscriber.next({ kind: 'bytes', bytes }));
      response.on('error', failed);
      response.on('end', () => {
        isComplete = true;
        // By then the connection is idle again, for a request that follows at once.
        process.nextTick(() => subscriber.complete());
      });
    });
    request.end(body as string | Uint8Array | undefined);
    return () => {
      if (isComplete) return;
      request.destroy();
      aborted();
    };
  });
}

/** Joins the values of a header that came several times. */
function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]));
}
