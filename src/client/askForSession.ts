import type { CloseCode } from '../core/protocol.ts';

/** The time for an answer, in ms. */
const ANSWER_MS = 2000;

const CLOSE_CODE_OF: Readonly<Record<string, CloseCode | undefined>> = {
  session_not_found: 4404,
  session_ended: 1000,
};

/**
 * Asks the server at the URL of a WebSocket whether its session is still there: a page cannot read why its handshake was refused.
 * Resolves with a close code if the server says that it is not; with undefined if it is, and without an answer.
 */
export async function askForSession(url: string, lifetime: AbortSignal): Promise<CloseCode | undefined> {
  const signal = AbortSignal.any([lifetime, AbortSignal.timeout(ANSWER_MS)]);
  try {
    const response = await fetch(url.replace(/^ws/u, 'http'), { signal, cache: 'no-store' });
    const { code } = (await response.json()) as { readonly code?: string };
    return CLOSE_CODE_OF[String(code)];
  } catch {
    return undefined;
  }
}
