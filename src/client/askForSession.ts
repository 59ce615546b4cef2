import type { CloseCode } from '../core/protocol.ts';

/** Timeout for an answer, in ms. */
const ANSWER_MS = 2000;

const CLOSE_CODE_OF: Readonly<Record<string, CloseCode | undefined>> = {
  session_not_found: 4404,
  session_ended: 1000,
};

/**
 * The answer about a session that is not on this server: a close code if it has ended, or its URL if it is on another
 * server.
 */
export type SessionAnswer = { readonly code: CloseCode } | { readonly url: string };

/**
 * Asks the server at the WebSocket URL whether its session still exists. A page needs this because it cannot read why a
 * handshake was refused, and because its handshakes do not follow redirects. Resolves with undefined if the session
 * exists or the server does not answer.
 */
export async function askForSession(url: string, lifetime: AbortSignal): Promise<SessionAnswer | undefined> {
  const signal = AbortSignal.any([lifetime, AbortSignal.timeout(ANSWER_MS)]);
  try {
    const response = await fetch(url.replace(/^ws/u, 'http'), { signal, cache: 'no-store' });
    const { code } = (await response.json()) as { readonly code?: string };
    const closeCode = CLOSE_CODE_OF[String(code)];
    if (closeCode !== undefined) return { code: closeCode };
    return response.redirected ? { url: response.url.replace(/^http/u, 'ws') } : undefined;
  } catch {
    return undefined;
  }
}
