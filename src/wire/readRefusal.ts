import type { IncomingMessage } from 'node:http';
import { headersOf } from './http.ts';
import type { Refusal } from './socket.ts';

const MAX_BYTES = 8192;

/**
 * Reads the response of a server that refuses a WebSocket. Calls `read` once, even if the body breaks off or is too
 * long.
 */
export function readRefusal(response: IncomingMessage, read: (refused: Refusal) => void): void {
  const parts: Buffer[] = [];
  let bytes = 0;
  const end = (): void => {
    response.removeAllListeners().on('error', () => {});
    const body = Buffer.concat(parts).subarray(0, MAX_BYTES).toString();
    read({ status: response.statusCode ?? 0, headers: headersOf(response), body });
  };
  response.on('data', (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MAX_BYTES) end();
  });
  response.on('end', end).on('error', end);
}
