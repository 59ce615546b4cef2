import { PROTOCOL, TOKEN_PREFIX } from '../core/protocol.ts';
import { CallError } from './errors.ts';
import { onAbort, createDeferred, sleep } from './lifetime.ts';
import type { SessionTransport } from './sessions.ts';

/** How long one attempt may take, in ms. */
const ATTEMPT_MS = 10_000;
/** Waited before each attempt, in ms. All of them together stay within the 60 s of the token. */
const PAUSES_MS = [0, 250, 1000, 3000];

/**
 * Opens the session's WebSocket. A connection that breaks before it is open is tried again, four times in all: the token
 * is not used up until then.
 *
 * @throws CallError `server_unreachable`
 */
export async function openSocket({ url, token }: SessionTransport, lifetime: AbortSignal): Promise<WebSocket> {
  for (const pause of PAUSES_MS) {
    if (pause > 0) await sleep(pause, lifetime);
    lifetime.throwIfAborted();
    const socket = create(url, [PROTOCOL, TOKEN_PREFIX + token]);
    if (await opens(socket, lifetime)) return socket;
  }
  throw new CallError('server_unreachable', `The connection to ${url} could not be opened.`);
}

/** A page that was loaded over HTTPS may not open `ws:`; a browser throws there. */
function create(url: string, protocols: string[]): WebSocket {
  try {
    const socket = new WebSocket(url, protocols);
    socket.binaryType = 'arraybuffer';
    return socket;
  } catch (cause) {
    throw new CallError('server_unreachable', `The browser does not connect to ${url} from this page.`, { cause });
  }
}

/** Whether the socket opens in time. If not, and when the lifetime is over, it is closed. */
async function opens(socket: WebSocket, lifetime: AbortSignal): Promise<boolean> {
  const { promise, resolve } = createDeferred<boolean>();
  const timer = setTimeout(() => resolve(false), ATTEMPT_MS);
  socket.onopen = () => resolve(true);
  socket.onclose = () => resolve(false);
  onAbort(lifetime, () => {
    resolve(false);
    socket.close();
  });
  const open = await promise;
  clearTimeout(timer);
  socket.onopen = null;
  socket.onclose = null;
  if (!open) socket.close();
  return open;
}
