import type { ClientRequest, FakeReply } from '../kit/fake.ts';
import { asObject, type JsonObject } from '../../../src/wire/json.ts';

export function createJsonReply(status: number, body: object): FakeReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Parses the body of a request; `{}` if it is not an object. */
export function parseJsonBody({ body }: ClientRequest): JsonObject {
  try {
    return asObject(JSON.parse(Buffer.from(body).toString())) ?? {};
  } catch {
    return {};
  }
}
