import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';

const BUNDLE = join(dirname(createRequire(import.meta.url).resolve('@openai/agents-realtime')), 'bundle');

export interface Pages {
  /** Of the page, which has the scripts of `realtimePage.html`. */
  readonly origin: string;
  close(): void;
}

/** Serves the page, and the browser bundle of the Agents SDK. */
export async function servePages(): Promise<Pages> {
  const server = createServer(({ url = '/' }, response) => {
    const name = basename(url);
    const file = name === '' ? join(import.meta.dirname, 'realtimePage.html') : join(BUNDLE, name);
    response.setHeader('content-type', name === '' ? 'text/html' : 'text/javascript');
    createReadStream(file)
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
