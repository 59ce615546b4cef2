import { PROTOCOL, TOKEN_PREFIX } from '../core/protocol.ts';
import { askForSession } from './askForSession.ts';
import { CallError } from './errors.ts';
import { onAbort, createDeferred, sleep } from './lifetime.ts';
import type { SessionTransport } from './sessions.ts';

/** Timeout of one attempt, in ms. */
const ATTEMPT_MS = 10_000;
/** Pause before each attempt, in ms. All attempts together stay within the 60 s of the token. */
const PAUSES_MS = [0, 250, 1000, 3000];

/** An open WebSocket and the URL at which the session was found. */
export interface OpenedSocket {
  readonly webSocket: WebSocket;
  readonly url: string;
}

/**
 * Opens the session's WebSocket in up to four attempts; the token stays valid until a connection is open. If an attempt
 * is refused because the session is on another server, repeats it there at once without counting it.
 *
 * @throws CallError `server_unreachable`
 */
export async function openSocket(transport: SessionTransport, lifetime: AbortSignal): Promise<OpenedSocket> {
  const { token } = transport;
  let { url } = transport;
  for (const pause of PAUSES_MS) {
    if (pause > 0) await sleep(pause, lifetime);
    lifetime.throwIfAborted();
    const webSocket = await tryToOpen({ url, token, lifetime });
    if (webSocket !== undefined) return { webSocket, url };
    const answer = await askForSession(url, lifetime);
    lifetime.throwIfAborted();
    if (answer === undefined || !('url' in answer)) continue;
    url = answer.url;
    const moved = await tryToOpen({ url, token, lifetime });
    if (moved !== undefined) return { webSocket: moved, url };
  }
  lifetime.throwIfAborted();
  throw new CallError('server_unreachable', `The connection to ${url} could not be opened.`);
}

export interface SocketAttempt extends Pick<SessionTransport, 'url' | 'token'> {
  readonly lifetime: AbortSignal;
  /** Timeout in ms. Default 10000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Opens the session's WebSocket in one attempt. Resolves with undefined if the attempt is refused or times out, or when
 * the lifetime ends.
 *
 * @throws CallError `server_unreachable` if the browser does not connect from this page
 */
export async function tryToOpen({
  url,
  token,
  lifetime,
  timeoutMs = ATTEMPT_MS,
}: SocketAttempt): Promise<WebSocket | undefined> {
  const socket = createWebSocket(url, [PROTOCOL, TOKEN_PREFIX + token]);
  return (await waitForOpen(socket, timeoutMs, lifetime)) ? socket : undefined;
}

/** Creates the WebSocket. Browsers throw when a page loaded over HTTPS opens `ws:`. */
function createWebSocket(url: string, protocols: string[]): WebSocket {
  try {
    const socket = new WebSocket(url, protocols);
    socket.binaryType = 'arraybuffer';
    return socket;
  } catch (cause) {
    throw new CallError('server_unreachable', `The browser refuses to connect to ${url} from this page.`, { cause });
  }
}

/**
 * Resolves with true if the socket opens in time. Otherwise, or when the lifetime ends, closes it and resolves with
 * false.
 */
async function waitForOpen(socket: WebSocket, timeoutMs: number, lifetime: AbortSignal): Promise<boolean> {
  const { promise, resolve } = createDeferred<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  socket.onopen = () => resolve(true);
  socket.onclose = () => resolve(false);
  const forget = onAbort(lifetime, () => {
    resolve(false);
    socket.close();
  });
  const open = await promise;
  clearTimeout(timer);
  socket.onopen = null;
  socket.onclose = null;
  if (open) socket.addEventListener('close', forget, { once: true });
  else {
    forget();
    socket.close();
  }
  return open;
}
