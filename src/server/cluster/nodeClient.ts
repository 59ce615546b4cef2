import { once } from 'node:events';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { fromEvent, merge, takeUntil, timer, type SchedulerLike } from 'rxjs';

/** The answer from another node. */
export class NodeAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;

  constructor(status: number, headers: IncomingMessage['headers'], body: Buffer) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

export interface NodeRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The longest wait for the answer, in ms. */
  readonly timeoutMs: number;
  /** Fires when nobody waits for the answer any more. */
  readonly left?: AbortSignal | undefined;
}

/** The persistent connections to the other nodes. */
export interface NodeClient {
  /** Sends a request to a node. Rejects if the node does not answer. */
  send(request: NodeRequest): Promise<NodeAnswer>;
  close(): void;
}

const MAX_CONNECTIONS = 256;
const IDLE_MS = 30_000;
/** Time limit for connecting, in ms, because a machine that has disappeared does not refuse connections. */
const CONNECT_MS = 1000;
const MAX_ANSWER_BYTES = 1_048_576;

/** Creates the connections from one node to the others. */
export function createNodeClient(scheduler: SchedulerLike): NodeClient {
  const settings = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: IDLE_MS };
  const agents = { http: new HttpAgent(settings), https: new HttpsAgent(settings) };
  return {
    send: async ({ url, method, headers, body, timeoutMs, left }) => {
      const isSecure = url.startsWith('https:');
      const options = { method, headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` } };
      const request = isSecure
        ? requestHttps(url, { ...options, agent: agents.https })
        : requestHttp(url, { ...options, agent: agents.http });
      const abort = (): void => void request.destroy(new Error('the client no longer waits for the answer'));
      const late = timer(timeoutMs, scheduler).subscribe(() => request.destroy(new Error('the node does not answer')));
      left?.addEventListener('abort', abort, { once: true });
      if (left?.aborted === true) abort();
      request.on('error', () => undefined);
      request.once('socket', (socket) => limitConnecting(socket, scheduler));
      try {
        request.end(body);
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        return new NodeAnswer(response.statusCode ?? 0, response.headers, await read(response));
      } finally {
        late.unsubscribe();
        left?.removeEventListener('abort', abort);
      }
    },
    close: () => [agents.http, agents.https].forEach((agent) => agent.destroy()),
  };
}

function limitConnecting(socket: Socket, scheduler: SchedulerLike): void {
  if (!socket.connecting) return;
  const settled = merge(fromEvent(socket, 'connect'), fromEvent(socket, 'close'));
  timer(CONNECT_MS, scheduler)
    .pipe(takeUntil(settled))
    .subscribe(() => socket.destroy(new Error('the node cannot be reached')));
}

async function read(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error("the node's answer is too long");
  }
  return Buffer.concat(chunks);
}
