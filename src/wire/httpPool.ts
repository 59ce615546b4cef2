import type * as nodeHttp from 'node:http';
import type * as nodeHttps from 'node:https';
import { Observable, Subscription } from 'rxjs';
import { lazyBuiltin } from './lazyBuiltin.ts';
import { createPreconnectingAgent, type PreconnectingAgent } from './preconnectingAgent.ts';
import { fetchRequest, headersOf, type HttpEvent, type HttpRequest, type OpenRequest } from './http.ts';

const loadHttp = lazyBuiltin<typeof nodeHttp>('node:http');
const loadHttps = lazyBuiltin<typeof nodeHttps>('node:https');

/** A pool of HTTP connections that outlive their requests. */
export interface HttpPool {
  /** Sends a request, over an idle connection if there is one. A form uses a connection that is not kept. */
  readonly openRequest: OpenRequest;
  /** Keeps idle connections until the subscription ends. When the last subscription ends, closes them. */
  keep(): Subscription;
  /**
   * Keeps idle connections in the same way, opens one to `origin` at once, and again after an aborted request has ended
   * it.
   */
  keepOpen(origin: string): Subscription;
}

/**
 * Creates a pool. Without a subscription from `keep` or `keepOpen`, each request closes its own connection. An aborted
 * request ends its connection, because HTTP/1.1 has no other way to stop a response.
 */
export function createHttpPool(): HttpPool {
  const keepers = new Set<Subscription>();
  const origins = new Set<string>();
  const isKept = (): boolean => keepers.size > 0;
  const http = createPreconnectingAgent(new (loadHttp().Agent)({ keepAlive: true }), isKept);
  const https = createPreconnectingAgent(new (loadHttps().Agent)({ keepAlive: true }), isKept);
  const agentOf = ({ protocol }: URL): PreconnectingAgent => (protocol === 'http:' ? http : https);
  const preconnect = (url: URL): void => {
    if (origins.has(url.origin)) agentOf(url).preconnect(url);
  };
  const keep = (): Subscription => {
    const kept = new Subscription(() => {
      keepers.delete(kept);
      if (!isKept()) for (const agent of [http, https]) agent.closeIdle();
    });
    keepers.add(kept);
    return kept;
  };
  return {
    keep,
    keepOpen: (origin) => {
      const kept = keep();
      origins.add(origin);
      preconnect(new URL(origin));
      kept.add(() => origins.delete(origin));
      return kept;
    },
    openRequest: (request) => {
      if (request.body instanceof FormData) return fetchRequest(request);
      const url = new URL(request.url);
      return sendRequest(request, url, agentOf(url), () => preconnect(url));
    },
  };
}

/** Sends a request on subscription. Calls `aborted` if it is unsubscribed before the response is complete. */
function sendRequest(
  { method, headers, body }: HttpRequest,
  url: URL,
  { agent }: PreconnectingAgent,
  aborted: () => void,
) {
  return new Observable<HttpEvent>((subscriber) => {
    let isComplete = false;
    const { request: send } = url.protocol === 'http:' ? loadHttp() : loadHttps();
    const request = send(url, { method, headers: { 'user-agent': 'antiphon', accept: '*/*', ...headers }, agent });
    const failed = (error: Error): void => subscriber.error(error);
    request.on('error', failed);
    request.on('response', (response) => {
      subscriber.next({ kind: 'head', status: response.statusCode ?? 0, headers: headersOf(response) });
      response.on('data', (bytes: Uint8Array) => subscriber.next({ kind: 'bytes', bytes }));
      response.on('error', failed);
      response.on('end', () => {
        isComplete = true;
        // By then the connection is idle again and available for the next request.
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
