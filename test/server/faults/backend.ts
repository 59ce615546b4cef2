import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that the agents of another process ask, such as for a model's answer. It answers when it is told to. */
export interface Backend {
  readonly url: string;
  /** Resolves when it is asked at a path. */
  asked(path: string): Promise<void>;
  /** Answers what it was asked at a path. */
  answer(path: string, body: string): void;
  close(): void;
}

export async function startBackend(): Promise<Backend> {
  const waiting = new Map<string, ServerResponse>();
  const server = createServer((request, response) => {
    waiting.set(request.url ?? '', response);
    server.emit('asked');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: async (path) => {
      while (!waiting.has(path)) await once(server, 'asked');
    },
    answer: (path, body) => {
      waiting.get(path)?.writeHead(200, { connection: 'close' }).end(body);
      waiting.delete(path);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
