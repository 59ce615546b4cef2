import { randomUUID } from 'node:crypto';
import type { StartSessionRequest } from 'antiphon/server';
import type { Answer } from './answer.ts';

/** A server of sessions, and the API key of this backend. */
export interface VoiceServer {
  readonly url: string;
  readonly key: string;
}

/** What the page may know: it has its session, or is to try again later. Everything else is the business of the backend. */
const FORWARDED: ReadonlySet<number> = new Set([201, 429, 503]);

/** Starts a session with the API key, and returns the answer for the page. It has the session's token, and not the key. */
export async function startSession(
  { url, key }: VoiceServer,
  body: StartSessionRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const request = (): Promise<Response> =>
    fetch(new URL('/v1/sessions', url), { method: 'POST', headers, body: JSON.stringify(body), signal });
  // If the connection breaks, the server may have started a session: with the same key it starts no second one.
  const response = await request().catch(request);
  const { status } = response;
  if (!FORWARDED.has(status)) throw new Error(`the voice server answered ${status}: ${await response.text()}`);
  return { status, type: response.headers.get('content-type') ?? 'application/json', body: await response.text() };
}
