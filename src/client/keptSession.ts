import { askForSession } from './askForSession.ts';

/**
 * The data that lets a page resume a live session after a reload, as JSON. `token` is a secret: anyone who has it can
 * resume the session. Keep it in `sessionStorage`, which only the same tab and origin can read, and remove it once you
 * have read it.
 */
export interface KeptSession {
  /** URL of the session's WebSocket. */
  readonly url: string;
  /** Other URLs at which the session can be resumed if that server is dead. */
  readonly otherUrls: readonly string[];
  readonly token: string;
  /** Sample rate of the user's audio on the wire, in Hz. */
  readonly sampleRate: number;
  /** When this data was read, in ms since 1970. */
  readonly keptMs: number;
  /** Time for which the server waits for its client, in ms. */
  readonly waitMs: number;
}

/**
 * Checks whether a kept session can be resumed. Returns false if its time is over or the server says that it has ended.
 * If the server does not answer within 2 s, returns true, since an attempt may still succeed.
 *
 * @example
 * ```ts
 * import { createCall, isResumable, type Call } from 'antiphon/client';
 *
 * // `text`: `JSON.stringify(call.kept)`, which the page kept in sessionStorage before it was reloaded.
 * export async function restore(text: string): Promise<Call> {
 *   const kept = JSON.parse(text);
 *   return createCall((await isResumable(kept)) ? { resume: kept } : {});
 * }
 * ```
 */
export async function isResumable({ url, keptMs, waitMs }: KeptSession): Promise<boolean> {
  const leftMs = keptMs + waitMs - Date.now();
  if (leftMs <= 0) return false;
  const answer = await askForSession(url, AbortSignal.timeout(leftMs));
  return answer === undefined || 'url' in answer;
}
