import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ChatCompletionChunk } from 'antiphon';
import { ReplaySubject, type Observable } from 'rxjs';

/** A chat completion service on this machine, in the hands of a test. */
export interface CompletionService {
  readonly url: string;
  /** The requests, in order. */
  readonly requests: readonly { readonly key: string | undefined; readonly body: Record<string, unknown> }[];
  /** When the client has aborted a request. */
  readonly givenUp: Observable<void>;
  close(): Promise<void>;
}

/** Answers each request with the next of `answers`, streamed as server-sent events; `'silence'` never ends. */
export async function completionService(
  answers: readonly (readonly ChatCompletionChunk[] | 'silence')[],
): Promise<CompletionService> {
  const requests: { key: string | undefined; body: Record<string, unknown> }[] = [];
  const givenUp = new ReplaySubject<void>(1);
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.once('close', () => {
      if (!response.writableFinished) givenUp.next();
    });
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    const answer = answers[requests.length] ?? [];
    requests.push({ key: request.headers.authorization, body });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    if (answer === 'silence') return;
    for (const chunk of answer) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end('data: [DONE]\n\n');
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    givenUp,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
