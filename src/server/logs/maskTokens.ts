import type { FastifyInstance } from 'fastify';

type Serialize = (request: unknown) => unknown;

/** Where pino has what it writes of values: children of a logger share it. */
const SERIALIZERS = Symbol.for('pino.serializers');
const TOKEN = /ek_[\w.-]+/gu;

/**
 * Keeps tokens out of what an app logs of requests: a token in an address that there is not would be logged with it. Call it before the
 * app has routes.
 */
export function maskTokens(app: FastifyInstance): void {
  const serializers: unknown = Reflect.get(app.log, SERIALIZERS);
  if (hasRequest(serializers)) {
    const { req } = serializers;
    serializers.req = (request) => maskUrl(req(request));
  }
  app.addHook('onRequest', async ({ is404, url, log }) => {
    // What fastify writes of it is a sentence with the address.
    if (is404 && maskToken(url) !== url) log.level = 'silent';
  });
}

function hasRequest(value: unknown): value is { req: Serialize } {
  return typeof value === 'object' && value !== null && 'req' in value && typeof value.req === 'function';
}

function maskUrl(logged: unknown): unknown {
  if (typeof logged !== 'object' || logged === null) return logged;
  return 'url' in logged ? { ...logged, url: maskToken(String(logged.url)) } : logged;
}

function maskToken(url: string): string {
  return url.replaceAll(TOKEN, 'ek_***');
}
