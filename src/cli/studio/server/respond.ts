import type { ServerResponse } from 'node:http';
import type { Answered } from '../failures.ts';

/** The headers of every response: the page runs no code but its own, and sends nothing elsewhere. */
export const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Sends a body of JSON. */
export function sendJson(response: ServerResponse, body: Uint8Array | string, status = 200): void {
  send(response, body, { status, type: 'application/json; charset=utf-8' });
}

export interface SendOptions {
  readonly status?: number;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a whole body. */
export function send(
  response: ServerResponse,
  body: Uint8Array | string,
  { status = 200, type, headers }: SendOptions,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.byteLength, ...headers });
  response.end(bytes);
}

/** Sends a failure, or breaks off a response that has begun. */
export function sendFailure(response: ServerResponse, { status, failure }: Answered): void {
  if (response.headersSent) response.destroy();
  else sendJson(response, JSON.stringify(failure), status);
}
