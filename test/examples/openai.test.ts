import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatMessage, ChatCompletionChunk, Tool } from 'antiphon';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConcierge } from '../../examples/concierge/agent.ts';

/** A chat completion service on this machine, in the hands of a test. */
let requests: { readonly body: Record<string, unknown>; readonly key: string | undefined }[];
let answer: (response: ServerResponse) => void;

const server = createServer((request, response) => {
  void serve(request, response);
});

beforeEach(async () => {
  requests = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('OPENAI_API_KEY', 'sk-test');
  vi.stubEnv('OPENAI_BASE_URL', `http://127.0.0.1:${port}/v1`);
  vi.stubEnv('OPENAI_MODEL', 'a-model');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
