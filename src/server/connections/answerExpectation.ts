import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBody } from '../http/sendError.ts';
import { PROBLEMS, Problem } from '../problem.ts';

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
