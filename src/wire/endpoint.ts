export interface EndpointParts {
  /** The provider's own address, without a path. */
  readonly origin: string;
  /** Replaces `origin`: scheme, host, and a path to which the provider's own path is appended. */
  readonly baseUrl?: string | undefined;
  /** The provider's path, beginning with `/`. */
  readonly path: string;
  /** The parameters in order. A name may occur several times. */
  readonly query?: readonly (readonly [name: string, value: string])[] | undefined;
}

/**
 * Builds a WebSocket URL. A base of `http:` or `https:` becomes `ws:` or `wss:`.
 *
 * @example
 * ```ts
 * import { buildSocketUrl } from 'antiphon/providers';
 *
 * const endpoint = { origin: 'wss://api.parrot.example', path: '/v1/listen', query: [['rate', '16000']] } as const;
 * console.log(buildSocketUrl(endpoint)); // 'wss://api.parrot.example/v1/listen?rate=16000'
 * console.log(buildSocketUrl({ ...endpoint, baseUrl: 'http://127.0.0.1:8080/eu' }));
 * // 'ws://127.0.0.1:8080/eu/v1/listen?rate=16000'
 * ```
 */
export function buildSocketUrl(parts: EndpointParts): string {
  return buildUrl(parts).replace(/^http/u, 'ws');
}

/**
 * Builds a request URL. A base of `ws:` or `wss:` becomes `http:` or `https:`.
 *
 * @example
 * ```ts
 * import { buildRequestUrl } from 'antiphon/providers';
 *
 * const url = buildRequestUrl({ origin: 'https://api.parrot.example', path: '/v1/say', query: [['voice', 'polly']] });
 * console.log(url); // 'https://api.parrot.example/v1/say?voice=polly'
 * ```
 */
export function buildRequestUrl(parts: EndpointParts): string {
  return buildUrl(parts).replace(/^ws/u, 'http');
}

function buildUrl({ origin, baseUrl = origin, path, query = [] }: EndpointParts): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/u, '')}${path}`;
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.href;
}
