import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HOP_HEADER, type RequestHops } from './requestHops.ts';

/** Signs the answers to requests that other nodes have forwarded, including those that accept a WebSocket. */
export function signAnswers(scope: FastifyInstance, hops: RequestHops): void {
  scope.addHook('onSend', async (request, reply, payload: unknown) => {
    const body = payload ?? '';
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) return;
    const signature = hops.signAnswer(request, { status: reply.statusCode, body });
    if (signature !== undefined) void reply.header(HOP_HEADER, signature);
  });
  const signUpgrade = (lines: string[], request: IncomingMessage): void => {
    const signature = hops.signUpgrade(request, parseLines(lines));
    if (signature !== undefined) lines.push(`${HOP_HEADER}: ${signature}`);
  };
  scope.websocketServer.on('headers', signUpgrade);
  scope.addHook('onClose', async () => void scope.websocketServer.off('headers', signUpgrade));
}

/** Parses the header lines of an answer, after the status line. */
function parseLines([, ...lines]: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}
