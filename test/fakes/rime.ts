// Rime's JSON WebSocket `/ws3`, written from https://docs.rime.ai/api-reference/coda/websockets-json (with the pages of
// mistv3 and mistv2), https://docs.rime.ai/docs/websockets-segment, https://docs.rime.ai/docs/errors and
// https://docs.rime.ai/docs/speed, as of August 2026 in the repository rimelabs/docs, read on 2026-12-01.
// Rime has no client for this protocol: its SDK speaks gRPC, and the npm package `rime` belongs to somebody else. So no
// conformance test holds a client against this fake. The plugins of LiveKit and Pipecat send the same messages.
import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { validateQuery } from './rime/query.ts';
import { createSynthesisConnection } from './rime/synthesis.ts';

export interface RimeFakeOptions {
  /** @default 'fake-key' */
  readonly key?: string;
  /** Synthesises a text. @default encodeText */
  readonly synthesize?: (text: string, sampleRate: number) => Int16Array | Promise<Int16Array>;
}

export function createRimeFake({ key = 'fake-key', synthesize = encodeText }: RimeFakeOptions = {}): FakeVendor {
  return {
    validate: (request) => validateRequest(request, key),
    refuse,
    connect: (socket, { query }) => createSynthesisConnection(socket, { synthesize, query: new Map(query) }),
  };
}

function validateRequest({ kind, path, query, headers }: ClientRequest, key: string): readonly string[] {
  return [
    ...(kind === 'upgrade' && path === '/ws3' ? [] : [`${kind} ${path}`]),
    ...(headers['authorization'] === `Bearer ${key}` ? [] : ['no key in authorization']),
    ...validateQuery(query),
  ];
}

/** A plain text. */
function refuse(status: number): FakeReply {
  return { status, headers: { 'content-type': 'text/plain' }, body: REFUSALS[status] ?? 'internal error' };
}

const REFUSALS: Readonly<Record<number, string>> = { 401: 'invalid api key', 429: 'Currently at websocket limit' };
