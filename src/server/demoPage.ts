import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fillPage } from './pageHtml.ts';
import type { PageText } from './pageHtml.ts';

export interface DemoPageOptions extends PageText {
  /** Where the page and the modules that it imports lie. @default beside this module */
  readonly root?: URL | undefined;
}

/** What a browser gets to see of the modules around us. */
const PUBLIC = /^\/?(?:page|client|draw|core)\/[\w./-]+\.(?:js|css|html|svg|png|woff2)$/u;

/** The page is made of files of its own origin, and may use the microphone. */
const HEADERS = {
  // It changes with every build: asked for again, and answered 304 while it has not.
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Serves the demo page at `/`, and what it is made of under `/assets/`. */
export async function demoPage(scope: FastifyInstance, options: DemoPageOptions): Promise<void> {
  const { root = new URL('..', import.meta.url), ...text } = options;
  const html = fillPage(await readFile(new URL('page/index.html', root), 'utf8'), text);
  scope.addHook('onSend', async (_request, reply) => {
    void reply.headers(HEADERS);
  });
  await scope.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    index: false,
    cacheControl: false,
    allowedPath: (path) => PUBLIC.test(path),
  });
  scope.get('/', (_request, reply: FastifyReply) => reply.type('text/html; charset=utf-8').send(html));
}
