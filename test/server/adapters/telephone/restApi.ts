import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** The REST API of a carrier. */
export interface RestApi {
  readonly url: string;
  readonly requests: ApiRequest[];
}

export interface ApiRequest {
  /** Its method and its path. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** Serves the REST API of a carrier, which answers with this status, until the test is over. */
export async function serveRestApi(status: number | 'never' = 200): Promise<RestApi> {
  const requests: ApiRequest[] = [];
  const take = async (request: IncomingMessage): Promise<void> => {
    const { method, url, headers } = request;
    requests.push({ path: `${method} ${url}`, authorization: headers.authorization, body: await text(request) });
  };
  const server = createServer((request, response) => {
    void take(request).then(() => status !== 'never' && response.writeHead(status).end());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
