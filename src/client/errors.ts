/**
 * Why a call could not begin, or what it has lost.
 *
 * - `microphone_refused`: the person, or a policy of the page, did not allow it.
 * - `microphone_missing`: there is no microphone, or the one in use was unplugged and nothing could take its place.
 * - `microphone_busy`: another program holds it.
 * - `audio_unavailable`: this browser or page has no Web Audio (it needs HTTPS or localhost), or does not let it run.
 * - `server_unreachable`: no answer; the network, or the server, is down.
 * - `session_refused`: the server answered and said no; the message has its words, `cause` its problem document.
 * - `connection_lost`: the connection broke, or was closed by a server that had not ended the session.
 */
export type CallErrorCode =
  | 'microphone_refused'
  | 'microphone_missing'
  | 'microphone_busy'
  | 'audio_unavailable'
  | 'server_unreachable'
  | 'session_refused'
  | 'connection_lost';

/** What fails in a call. `code` is stable, `message` is a sentence for developers, `cause` is what the browser said. */
export class CallError extends Error {
  override readonly name: string = 'CallError';
  readonly code: CallErrorCode;

  constructor(code: CallErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
