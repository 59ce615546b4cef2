import type { IncomingMessage } from 'node:http';
import type { Door } from './fake.ts';

export function requestDoor(request: IncomingMessage, body: Uint8Array): Door {
  return { kind: 'request', ...headOf(request), body };
}

export function upgradeDoor(request: IncomingMessage): Door {
  return { kind: 'upgrade', ...headOf(request), body: new Uint8Array() };
}

function headOf({ method = '', url = '/', headers }: IncomingMessage): Omit<Door, 'kind' | 'body'> {
  const { pathname, searchParams } = new URL(url, 'http://fake');
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return { method, path: pathname, query: [...searchParams], headers: Object.fromEntries(entries) };
}
