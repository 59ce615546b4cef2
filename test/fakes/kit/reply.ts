import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FakeReply } from './fake.ts';
import type { FaultInjector } from './faultInjector.ts';

type Body = NonNullable<FakeReply['body']>;

/** Answers a request, with the injected fault. */
export async function sendReply(response: ServerResponse, reply: FakeReply, faults?: FaultInjector): Promise<void> {
  const injector = reply.plain === true ? undefined : faults;
  if (injector?.withholdsAnswer() === true) return;
  const drop = injector?.drop() ?? null;
  if (drop === 'before') return void response.destroy();
  response.writeHead(reply.status, reply.headers);
  response.flushHeaders();
  for await (const bytes of piecesOf(reply.body ?? '', injector)) {
    if (response.destroyed) return;
    response.write(bytes);
    await turn();
    if (drop === 'after') return void response.destroy();
  }
  response.end();
}

/** Refuses an upgrade. */
export function refuseUpgrade(socket: Duplex, { status, headers = {}, body = '' }: FakeReply): void {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
  const lines = Object.entries({ ...headers, 'content-length': `${bytes.length}`, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.on('error', () => {});
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n`), bytes]));
}

async function* piecesOf(body: Body, injector: FaultInjector | undefined): AsyncGenerator<Uint8Array> {
  for await (const bytes of halvesOf(body)) {
    if (bytes.length > 0) yield* injector?.splitAudio(bytes) ?? [bytes];
  }
}

/** Emits a complete body in halves, so that it can break off between them. */
async function* halvesOf(body: Body): AsyncGenerator<Uint8Array> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return yield* body;
  const bytes = Buffer.from(body);
  const half = Math.ceil(bytes.length / 2);
  yield bytes.subarray(0, half);
  yield bytes.subarray(half);
}
