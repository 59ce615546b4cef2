import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createBody } from '../problems/sendError.ts';
import { PROBLEMS, Problem, type ProblemCode } from '../problems/problem.ts';

const PROBLEM_OF_ERROR: Readonly<Partial<Record<string, ProblemCode>>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
};

/** Time for the client to read the answer, in ms. */
const LINGER_MS = 1000;

/** Answers a request that Node cannot parse or that takes too long, and closes its connection. */
export function answerBadRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  // Other failures, such as a failed TLS handshake, cannot be answered.
  if (!socket.writable || !/^(?:HPE_|ERR_HTTP_)/u.test(error.code ?? '')) {
    socket.destroy();
    return;
  }
  const code = PROBLEM_OF_ERROR[error.code ?? ''] ?? 'bad_request';
  const { status } = PROBLEMS[code];
  const body = JSON.stringify(createBody(new Problem(code), status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // Does not wait for a client that does not read.
  socket.setTimeout(LINGER_MS, () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/**
 * Answers a request with an `Expect` header that Node does not support. Closes the connection without reading the body.
 */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status } = PROBLEMS.expectation_failed;
  const body = JSON.stringify(createBody(new Problem('expectation_failed'), status));
  response
    .writeHead(status, {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);
}
