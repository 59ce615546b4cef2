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

/** Builds a WebSocket URL. A base of `http:` or `https:` becomes `ws:` or `wss:`. */
export function buildSocketUrl(parts: EndpointParts): string {
  return buildUrl(parts).replace(/^http/u, 'ws');
}

/** Builds a request URL. A base of `ws:` or `wss:` becomes `http:` or `https:`. */
export function buildRequestUrl(parts: EndpointParts): string {
  return buildUrl(parts).replace(/^ws/u, 'http');
}

function buildUrl({ origin, baseUrl = origin, path, query = [] }: EndpointParts): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/u, '')}${path}`;
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.href;
}
