import type { CloseCode } from '../core/protocol.ts';

/** The time for an answer, in ms. */
const ANSWER_MS = 2000;

const CLOSE_CODE_OF: Readonly<Record<string, CloseCode | undefined>> = {
  session_not_found: 4404,
  session_ended: 1000,
};

/** A session that is not there has a close code; one that is on another server has a URL there. */
export type SessionAnswer = { readonly code: CloseCode } | { readonly url: string };

/**
 * Asks the server at the URL of a WebSocket whether its session is still there: a page cannot read why its handshake was refused, and its
 * handshakes follow no redirect. Resolves with undefined if the session is there, and without an answer.
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
