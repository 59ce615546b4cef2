import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { timer, type SchedulerLike } from 'rxjs';
import { Problem } from '../problem.ts';

/** The upgrade to a WebSocket, as it is sent to another node. */
export interface PassedUpgrade {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** WebSockets that came to this node, and are passed on to another one byte for byte. */
export interface PassedSockets {
  /** Passes one on. @throws (rejects with) Problem `node_unavailable` if the node does not take it */
  pass(request: FastifyRequest, reply: FastifyReply, upgrade: PassedUpgrade): Promise<void>;
  /** Closes all. */
  close(): void;
}

/** How long the other node may take for its answer. */
const ANSWER_MS = 5000;
/** What of a handshake is passed on besides the signature. No extensions: this node does not read frames. */
const OF_CLIENT = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'] as const;
const OF_SERVER = ['upgrade', 'connection', 'sec-websocket-accept', 'sec-websocket-protocol'] as const;

export function createPassedSockets(scheduler: SchedulerLike): PassedSockets {
  const passed = new Set<Duplex>();
  let isClosed = false;
  return {
    pass: async (request, reply, upgrade) => {
      const client = request.raw.socket;
      const { response, server, head } = await open(request, upgrade, scheduler).catch((cause: unknown) => {
        throw new Problem('node_unavailable', [], cause);
      });
      if (isClosed) {
        server.destroy();
        throw new Problem('node_unavailable');
      }
      reply.hijack();
      reply.raw.detachSocket(client);
      client.write(headOf(response));
      server.unshift(head);
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        passed.add(one);
        one.on('error', () => one.destroy());
        one.once('close', () => {
          passed.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
      if (client.destroyed) server.destroy();
    },
    close: () => {
      isClosed = true;
      for (const socket of passed) socket.destroy();
    },
  };
}

interface Opened {
  readonly response: IncomingMessage;
  readonly server: Duplex;
  readonly head: Buffer;
}

async function open({ headers }: FastifyRequest, upgrade: PassedUpgrade, scheduler: SchedulerLike): Promise<Opened> {
  const offered = OF_CLIENT.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  const { url } = upgrade;
  const options = {
    headers: { ...upgrade.headers, ...Object.fromEntries(offered), connection: 'Upgrade', upgrade: 'websocket' },
  };
  const asked = url.startsWith('https:') ? requestHttps(url, options) : requestHttp(url, options);
  const late = timer(ANSWER_MS, scheduler).subscribe(() => asked.destroy(new Error('the node does not answer')));
  try {
    return await upgraded(asked);
  } finally {
    late.unsubscribe();
  }
}

function upgraded(asked: ClientRequest): Promise<Opened> {
  return new Promise((resolve, reject) => {
    asked.once('upgrade', (response, server, head) => resolve({ response, server, head }));
    asked.once('response', (response) => {
      response.destroy();
      reject(new Error(`the node answers ${response.statusCode}`));
    });
    asked.on('error', reject);
    asked.end();
  });
}

function headOf({ headers }: IncomingMessage): string {
  const lines = OF_SERVER.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]));
  return ['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n');
}
