import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { findPackageFile } from '../../wire/packageFile.ts';
import type { PublicUrl } from '../addresses/publicUrl.ts';
import { escapeHtml } from '../docs/html.ts';
import { registerPageHeaders } from '../http/securityHeaders.ts';
import { checkUpgrade } from '../http/upgrades.ts';
import { registerStudioLink } from './studioLink.ts';

export interface PageText {
  /** A sentence about the agent, shown before the first call. @default none */
  readonly about?: string | undefined;
  /** The agent's providers by purpose, such as `{ hears: 'deepgram' }`, shown as a list. @default none */
  readonly engines?: Readonly<Record<string, string>> | undefined;
  /** Sentences that the agent understands, shown as buttons. @default none */
  readonly phrases?: readonly string[] | undefined;
  /**
   * Returns the address at which [Studio](studio.md) shows the recording of a session. The page links to it after a
   * call, for a browser on this machine. @default no link
   */
  readonly studio?: ((session: string) => string | Promise<string>) | undefined;
}

export interface DemoPageOptions extends PageText {
  /** The folder that contains `page/` and `client/`. @default the folder of the built page */
  readonly root?: URL | undefined;
  readonly publicUrl?: PublicUrl | undefined;
  /** Set if the server is a node of a cluster. */
  readonly nodeUrl?: PublicUrl | undefined;
}

/** The files that a browser may load. */
const PUBLIC = /^\/?(?:page|client)\/[\w./-]+\.(?:js|css|html|svg|png|woff2)$/u;

const HEADERS = {
  // The page changes with every build, so browsers revalidate it and receive 304 if it is unchanged.
  'cache-control': 'no-cache',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
};

/** Serves the demo page at `/` and its files under `/assets/`. */
export async function demoPage(scope: FastifyInstance, options: DemoPageOptions): Promise<void> {
  const { root = findBuiltPage(), publicUrl, nodeUrl, ...text } = options;
  const { default: fastifyStatic } = await import('@fastify/static');
  const html = fillPage(await readFile(new URL('page/index.html', root), 'utf8'), text);
  await registerPageHeaders(scope, publicUrl, nodeUrl);
  scope.addHook('onRequest', checkUpgrade);
  scope.addHook('onSend', async (_request, reply) => {
    void reply.headers(HEADERS);
  });
  await scope.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    index: false,
    cacheControl: false,
    allowedPath: (path) => PUBLIC.test(path) && !path.includes('..'),
  });
  if (text.studio !== undefined) registerStudioLink(scope, text.studio);
  scope.get('/', (_request, reply: FastifyReply) => reply.type('text/html; charset=utf-8').send(html));
}

function findBuiltPage(): URL {
  return new URL('..', pathToFileURL(findPackageFile('#page')));
}

const STUDIO_LINK = '<a id="studio" target="_blank" rel="noreferrer" hidden>Open in Studio</a>';

/** Fills in the texts on the server, so that the layout does not shift in the browser. */
export function fillPage(html: string, { about = '', engines = {}, phrases = [], studio }: PageText): string {
  const rows = Object.entries(engines).map(
    ([purpose, engine]) => `<div><dt>${escapeHtml(purpose)}</dt><dd>${escapeHtml(engine)}</dd></div>`,
  );
  const buttons = phrases.map(
    (phrase) => `<li><button class="phrase" type="button">${escapeHtml(phrase)}</button></li>`,
  );
  return html
    .replace('<!-- about -->', () => escapeHtml(about))
    .replace('<!-- engines -->', () => rows.join(''))
    .replace('<!-- phrases -->', () => buttons.join(''))
    .replace('<!-- studio -->', () => (studio === undefined ? '' : STUDIO_LINK));
}
