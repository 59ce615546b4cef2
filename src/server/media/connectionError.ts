import type { CloseCode } from '../../core/protocol.ts';

/** What a client, or the line itself, can do wrong. */
export type ConnectionErrorCode = 'protocol_error' | 'timeout' | 'slow_consumer' | 'input_rate' | 'internal';

/** How the socket is closed for it. */
const CLOSES_WITH: Readonly<Record<ConnectionErrorCode, CloseCode>> = {
  protocol_error: 4400,
  timeout: 4408,
  slow_consumer: 4413,
  input_rate: 4429,
  internal: 1011,
};

/** Ends a line. `message` is for the client: one sentence that says what was expected and what came. */
export class ConnectionError extends Error {
  override readonly name: string = 'LineFault';
  readonly code: ConnectionErrorCode;

  constructor(code: ConnectionErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  get closeCode(): CloseCode {
    return CLOSES_WITH[this.code];
  }
}

/** `error` itself if it is one of a line, else the fault that something of ours has failed, without saying what. */
export function toConnectionError(error: unknown): ConnectionError {
  return error instanceof ConnectionError ? error : new ConnectionError('internal', 'The server has failed.');
}
