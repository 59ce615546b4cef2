import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { StartSessionRequest } from 'antiphon/server';
import { readJson, refuse, sendAnswer, type Answer } from './answer.ts';
import { readClientFile } from './clientFiles.ts';
import type { Logins } from './logins.ts';
import { page } from './page.ts';

export interface BackendOptions {
  readonly logins: Logins;
  /** Starts a session at the voice server. `signal` fires when the page has gone, and after 15 s. */
  readonly startSession: (request: StartSessionRequest, signal: AbortSignal) => Promise<Answer>;
  readonly log?: (line: string) => void;
}

const ANSWER_TIMEOUT_MS = 15_000;

/** Creates a backend with a login, a page, and a route that starts a session for a user who is logged in. */
export function createBackend(options: BackendOptions): Server {
  const { log = console.error } = options;
  return createServer((request, response) => {
    void answer(request, response, options)
      .catch((error: unknown) => {
        log(`backend: ${error instanceof Error ? error.message : String(error)}`);
        return refuse(502, 'The agent cannot be reached.');
      })
      .then((answered) => sendAnswer(response, answered));
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, options: BackendOptions): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://backend');
  switch (`${request.method} ${pathname}`) {
    case 'GET /':
      return { status: 200, type: 'text/html; charset=utf-8', body: page };
    case 'POST /login':
      return logIn(request, options);
    case 'POST /talk':
      return talk(request, response, options);
    default:
      return request.method === 'GET' ? readClientFile(pathname) : refuse(404, 'There is nothing here.');
  }
}

async function logIn(request: IncomingMessage, { logins }: BackendOptions): Promise<Answer> {
  const { user, password } = (await readJson(request)) ?? {};
  const cookie = logins.logIn(String(user), String(password));
  return cookie === undefined ? refuse(401, 'This is not the password.') : { status: 204, cookie };
}

/** Starts a session. The page may choose its audio formats; who the user is, the backend says. */
async function talk(
  request: IncomingMessage,
  response: ServerResponse,
  { logins, startSession }: BackendOptions,
): Promise<Answer> {
  const user = logins.findUser(request.headers.cookie);
  if (user === undefined) return refuse(401, 'Log in first.');
  const body = await readJson(request);
  if (body === undefined) return refuse(400, 'The body must be a JSON object.');
  const transport = body['transport'] as StartSessionRequest['transport'];
  const signal = AbortSignal.any([whenGone(response), AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  return startSession({ custom_data: { user }, transport }, signal);
}

function whenGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
