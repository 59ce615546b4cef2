/**
 * The failures of a call, at its start or later:
 *
 * - `microphone_refused`: the user or a policy of the page denied access.
 * - `microphone_missing`: the device has no microphone, or it was unplugged and no other is available.
 * - `microphone_busy`: another program is using it.
 * - `audio_unavailable`: the browser or page lacks Web Audio (which needs HTTPS or localhost) or does not start it.
 * - `audio_paused`: the browser has paused the audio, during a phone call or until the user clicks. The `audio` event
 *   reports when it runs again.
 * - `server_unreachable`: the server does not answer.
 * - `session_refused`: the server refused the session; the message quotes the reason, and `cause` is its problem
 *   document.
 * - `connection_lost`: the connection broke, or the server closed it without ending the session.
 */
export type CallErrorCode =
  | 'microphone_refused'
  | 'microphone_missing'
  | 'microphone_busy'
  | 'audio_unavailable'
  | 'audio_paused'
  | 'server_unreachable'
  | 'session_refused'
  | 'connection_lost';

/**
 * A failure of a call. `code` is stable, `message` is for developers, `cause` is the browser's error.
 *
 * @example
 * ```ts
 * import { CallError, type Call } from 'antiphon/client';
 *
 * export async function start(call: Call, show: (line: string) => void): Promise<void> {
 *   await call.start().catch((error: unknown) => {
 *     show(error instanceof CallError && error.code === 'microphone_refused' ? 'May I hear you?' : String(error));
 *   });
 * }
 * ```
 */
export class CallError extends Error {
  override readonly name: string = 'CallError';
  readonly code: CallErrorCode;

  constructor(code: CallErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
