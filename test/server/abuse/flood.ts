import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { mediaOf, offerOf } from '../support.ts';

/** A client that repeats a piece of bytes as fast as the server takes it. */
export interface Flood {
  /** The close code that the client was told; null if it could send everything, or was told none. */
  readonly code: Promise<number | null>;
}

/** What a flood consists of. */
export interface Poured {
  readonly first?: Buffer;
  /** What is repeated, up to so many times. */
  readonly piece: Buffer;
  readonly times: number;
}

/** Joins the session from another thread, and begins to send. */
export async function flood(
  session: StartSessionResponse,
  at: URL,
  { first = Buffer.alloc(0), piece, times }: Poured,
): Promise<Flood> {
  const { protocols } = offerOf(session);
  const path = new URL(mediaOf(session, at)).pathname;
  const port = Number(at.port);
  const workerData = { port, path, protocols, first: first.toString('hex'), hex: piece.toString('hex'), times };
  const worker = new Worker(new URL('flood.mjs', import.meta.url), { workerData });
  onTestFinished(() => worker.terminate().then(() => undefined));
  const [opened] = (await once(worker, 'message')) as [unknown];
  if (opened !== 'open') throw new Error('the client was not let in');
  const code = once(worker, 'message').then(([end]) => (end as { readonly code: number | null }).code);
  return { code };
}

const MASK = Buffer.from([1, 2, 3, 4]);

/** A frame of a client. */
export function frame(opcode: number, payload: Buffer = Buffer.alloc(0), isFinal = true): Buffer {
  const { length } = payload;
  const size = length < 126 ? Buffer.from([0x80 | length]) : Buffer.from([0xfe, length >> 8, length & 0xff]);
  const masked = payload.map((byte, at) => byte ^ (MASK[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode]), size, MASK, masked]);
}
