import type { FastifyInstance } from 'fastify';

const BODY_LIMIT = 65_536;

/**
 * JSON in and out as we mean it, whatever the app around us has set up for its own routes. A request without a body is one
 * without wishes.
 */
export function useJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (request, body, done) => (body === '' ? done(null, undefined) : parse(request, body, done)),
  );
  scope.setReplySerializer((payload) => JSON.stringify(payload));
}
