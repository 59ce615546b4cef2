import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a server treats a request. */
export interface Behaviour {
  /** Answers with this status and no file. */
  readonly status?: number;
  /** Sends only this many bytes, and then closes the connection. */
  readonly cutAfter?: number;
  /** Sends only this many bytes, and then nothing. */
  readonly stallAfter?: number;
  /** Ignores `Range`. */
  readonly withoutRanges?: boolean;
  /** Sends the file in chunks, without its length. */
  readonly withoutLength?: boolean;
  /** The file's ETag, or null for none. @default '"1"' */
  readonly etag?: string | null;
  readonly location?: string;
}

/** A server of files on this machine. */
export interface FileServer {
  readonly url: string;
  /** What was requested: the path, and the range after a space. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Serves `content` at every path. `behave` decides how, for each request from 0. */
export async function serveFile(
  content: () => Buffer,
  behave: (request: number) => Behaviour = () => ({}),
): Promise<FileServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    requests.push(range === undefined ? (request.url ?? '') : `${request.url} ${range}`);
    answer(request, response, content(), behave(requests.length - 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, content: Buffer, behaviour: Behaviour): void {
  const { status, cutAfter, stallAfter, etag = '"1"', location } = behaviour;
  if (location !== undefined) {
    response.writeHead(302, { location }).end();
    return;
  }
  if (status !== undefined) {
    response.writeHead(status).end('no');
    return;
  }
  const start = findStart(request, behaviour);
  const rest = content.subarray(start);
  const headers = {
    ...(etag !== null && { etag }),
    ...(!behaviour.withoutLength && { 'content-length': rest.length }),
    ...(start > 0 && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
  };
  response.writeHead(start > 0 ? 206 : 200, headers);
  const limit = cutAfter ?? stallAfter;
  if (limit === undefined) {
    response.end(rest);
    return;
  }
  response.write(rest.subarray(0, limit), () => {
    if (cutAfter !== undefined) response.destroy();
  });
}

/** A range counts only if the file is still the one of `If-Range`. */
function findStart({ headers }: IncomingMessage, { withoutRanges, etag = '"1"' }: Behaviour): number {
  const [, start] = /^bytes=(\d+)-$/u.exec(headers.range ?? '') ?? [];
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  return start === undefined || withoutRanges || !isSame ? 0 : Number(start);
}
