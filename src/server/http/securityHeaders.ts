import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { PublicUrl } from '../addresses/publicUrl.ts';

type Directives = Readonly<Record<string, readonly string[]>>;

const OF_ALL: Directives = {
  'object-src': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The directives of the API, whose answers a browser neither shows nor runs. */
const OF_API: Directives = { 'default-src': ["'none'"], ...OF_ALL, 'base-uri': ["'none'"] };

/** Adds the headers of @fastify/helmet to the routes of the API. */
export async function registerApiHeaders(scope: FastifyInstance, publicUrl: PublicUrl | undefined): Promise<void> {
  await registerHelmet(scope, OF_API, publicUrl);
}

/**
 * Adds the headers to the demo page, which loads files (and worklets) only from its own origin, and connects to the
 * sockets of the server, or of any node, because nodes come and go while a page is open.
 */
export async function registerPageHeaders(
  scope: FastifyInstance,
  publicUrl: PublicUrl | undefined,
  nodeUrl: PublicUrl | undefined,
): Promise<void> {
  const nodes = nodeUrl === undefined ? [] : [nodeUrl.protocol, nodeUrl.protocol.replace('http', 'ws')];
  const sockets = publicUrl === undefined ? [] : [publicUrl.origin.replace(/^http/u, 'ws')];
  const ofPage = {
    'default-src': ["'self'"],
    ...OF_ALL,
    'base-uri': ["'self'"],
    'connect-src': ["'self'", ...sockets, ...nodes],
  };
  await registerHelmet(scope, ofPage, publicUrl);
}

async function registerHelmet(
  scope: FastifyInstance,
  directives: Directives,
  publicUrl: PublicUrl | undefined,
): Promise<void> {
  const mutable = Object.fromEntries(Object.entries(directives).map(([name, sources]) => [name, [...sources]]));
  await scope.register(helmet, {
    // The defaults would redirect an HTTP page to HTTPS.
    contentSecurityPolicy: { useDefaults: false, directives: mutable },
    // A browser remembers it for the host name, and other programs on localhost may not support HTTPS.
    strictTransportSecurity: publicUrl?.protocol === 'https:',
  });
}
