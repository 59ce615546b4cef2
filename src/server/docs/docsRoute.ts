import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { lazy } from '../../core/lazy.ts';
import type { OpenApiDocument } from './openApiDocument.ts';
import { renderDocs } from './renderDocs.ts';
import { STYLE } from './style.ts';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The headers that prevent the page from running scripts, loading or sending anything, and being framed. */
const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Registers `/docs`, which shows the API as a page. The page is rendered on the first request. */
export function registerDocsRoute(scope: FastifyInstance, document: OpenApiDocument): void {
  const page = lazy(() => ({ text: renderDocs(document) }));
  scope.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').headers(HEADERS).send(page().text));
}
