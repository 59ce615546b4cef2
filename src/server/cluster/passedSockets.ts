import { request as requestHttp, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { timer, type SchedulerLike } from 'rxjs';
import { Problem } from '../problems/problem.ts';

/** A WebSocket upgrade as it is sent to another node. */
export interface PassedUpgrade {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Checks that a node has accepted the upgrade. @throws Error */
  readonly check: (accepted: IncomingHttpHeaders) => void;
}

/** WebSockets that this node forwards to other nodes byte for byte. */
export interface PassedSockets {
  /**
   * Forwards a WebSocket.
   *
   * @throws (rejects with) Problem `node_unavailable` if the node does not accept it, or does not sign its answer
   */
  pass(request: FastifyRequest, reply: FastifyReply, upgrade: PassedUpgrade): Promise<void>;
  /** Closes all WebSockets. */
  close(): void;
}

/** Time for the other node's answer, in ms. */
const ANSWER_MS = 5000;
/**
 * The handshake headers that are forwarded along with the signature. They request no extensions, because this node does
 * not read frames.
 */
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
    const opened = await upgraded(asked);
    accept(opened, upgrade);
    return opened;
  } finally {
    late.unsubscribe();
  }
}

/** Accepts the answer of a node. @throws Error if no node has signed the answer; then nothing is forwarded */
function accept({ response, server }: Opened, { check }: PassedUpgrade): void {
  try {
    check(response.headers);
  } catch (error) {
    server.destroy();
    throw error;
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
