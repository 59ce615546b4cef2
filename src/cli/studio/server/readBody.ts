import type { IncomingMessage } from 'node:http';
import { StudioError } from '../failures.ts';

/** Largest body of a request, in bytes. */
const MAX_BYTES = 65_536;

/**
 * Reads the body of a request as JSON.
 *
 * @throws (rejects with) StudioError `body_too_large`, or `request_invalid` for a body that is not JSON
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json(?:;|$)/u.test(type))
    throw new StudioError(
      'request_invalid',
      `content-type: expected application/json, got ${JSON.stringify(type.slice(0, 100))}`,
    );
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.byteLength;
    if (length > MAX_BYTES) throw new StudioError('body_too_large', `the body: expected at most ${MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    throw new StudioError('request_invalid', 'the body: expected JSON, got something else');
  }
}
