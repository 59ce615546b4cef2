export interface EndpointParts {
  /** The provider's own address, without a path. */
  readonly origin: string;
  /** Where it is reached instead: scheme, host, and a path that the provider's own goes behind. */
  readonly baseUrl?: string | undefined;
  /** The provider's path, from its `/` on. */
  readonly path: string;
  /** In order; a name may stand more than once. */
  readonly query?: readonly (readonly [name: string, value: string])[] | undefined;
}

/** Where a WebSocket is opened; a base of `http:` or `https:` is taken as `ws:` or `wss:`. */
export function buildSocketUrl(parts: EndpointParts): string {
  return endpoint(parts).replace(/^http/u, 'ws');
}

/** Where a request goes; a base of `ws:` or `wss:` is taken as `http:` or `https:`. */
export function buildRequestUrl(parts: EndpointParts): string {
  return endpoint(parts).replace(/^ws/u, 'http');
}

function endpoint({ origin, baseUrl = origin, path, query = [] }: EndpointParts): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/u, '')}${path}`;
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.href;
}
