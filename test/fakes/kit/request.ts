import type { IncomingMessage } from 'node:http';
import type { ClientRequest } from './fake.ts';

export function parseRequest(request: IncomingMessage, body: Uint8Array): ClientRequest {
  return { kind: 'request', ...parseHead(request), body };
}

export function parseUpgrade(request: IncomingMessage): ClientRequest {
  return { kind: 'upgrade', ...parseHead(request), body: new Uint8Array() };
}

function parseHead({ method = '', url = '/', headers }: IncomingMessage): Omit<ClientRequest, 'kind' | 'body'> {
  const { pathname, searchParams } = new URL(url, 'http://fake');
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return { method, path: pathname, query: [...searchParams], headers: Object.fromEntries(entries) };
}
