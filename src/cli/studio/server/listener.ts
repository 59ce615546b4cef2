import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { StudioError, toFailure } from '../failures.ts';
import type { StudioContext } from './context.ts';
import { checkSender, hasCookie, hasToken, setCookie, type Secrets } from './guard.ts';
import type { PageFiles } from './page.ts';
import { readBody } from './readBody.ts';
import { HEADERS, send, sendFailure } from './respond.ts';
import type { Route } from './route.ts';

export interface ListenerOptions {
  readonly routes: readonly Route[];
  readonly page: PageFiles;
  readonly secrets: Secrets;
  readonly context: StudioContext;
  /** The port on which the server listens. */
  readonly port: () => number;
}

const API = '/api';

/** Creates the function that answers requests: with a file of the page, or with a route. */
export function createListener(options: ListenerOptions): RequestListener {
  return (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    answer(options, request, response).catch((error: unknown) => sendFailure(response, toFailure(error)));
  };
}

async function answer(options: ListenerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = readUrl(request);
  const isApi = url.pathname === API || url.pathname.startsWith(`${API}/`);
  checkSender(request, options.port(), !isApi);
  if (isApi) return answerApi(options, url, request, response);
  const file = options.page.get(url.pathname);
  if (file === undefined) throw createUnknown(url.pathname);
  if (request.method !== 'GET') throw new StudioError('method_refused', `method: expected GET, got ${request.method}`);
  send(response, file.body, { type: file.type });
}

/** Reads the path and the query. An absolute address as target, which is for proxies, is refused. */
function readUrl({ url = '' }: IncomingMessage): URL {
  if (!url.startsWith('/') || url.startsWith('//')) throw createUnknown(url);
  try {
    return new URL(url, 'http://127.0.0.1');
  } catch {
    throw createUnknown(url);
  }
}

async function answerApi(
  { routes, secrets, context, port }: ListenerOptions,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const found = routes.filter(({ path }) => `${API}${path}` === url.pathname);
  const route = found.find(({ method }) => method === request.method);
  const isMedia = route?.isMedia === true;
  if (hasToken(request, secrets)) response.setHeader('set-cookie', setCookie(port(), secrets));
  else if (!isMedia || !hasCookie(request, port(), secrets))
    throw new StudioError(
      'token_refused',
      'authorization: expected the token of the address that antiphon studio printed',
    );
  if (route === undefined && found.length === 0) throw createUnknown(url.pathname);
  if (route === undefined)
    throw new StudioError('method_refused', `method: expected ${found[0]?.method}, got ${request.method}`);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const input = route.method === 'GET' ? Object.fromEntries(url.searchParams) : await readBody(request);
  await route.handle(input, context, { request, response, signal: gone.signal });
}

function createUnknown(path: string): StudioError {
  return new StudioError(
    'route_unknown',
    `expected a path of the page or of the API, got ${JSON.stringify(path.slice(0, 200))}`,
  );
}
