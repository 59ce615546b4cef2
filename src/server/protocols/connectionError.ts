import type { CloseCode } from '../../core/protocol.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';

/** Failures of a media connection: the client violates the protocol or does not keep up, or the server itself fails. */
export type ConnectionErrorCode = 'protocol_error' | 'timeout' | 'slow_consumer' | 'input_rate' | 'internal';

/** The close code of the socket for each failure. */
const CLOSE_CODE_OF_ERROR: Readonly<Record<ConnectionErrorCode, CloseCode>> = {
  protocol_error: 4400,
  timeout: 4408,
  slow_consumer: 4413,
  input_rate: 4429,
  internal: 1011,
};

/**
 * Closes a media connection. `message` is sent to the client: one sentence with the expected and the received value.
 *
 * @example
 * ```ts
 * import { ConnectionError, type PeerInput, type PeerMessage } from 'antiphon/server';
 *
 * // The method `decode` of a media adapter's codec.
 * export function decode(message: PeerMessage): readonly PeerInput[] {
 *   if (message === 'BYE') return [{ kind: 'message', message: { type: 'session.end' } }];
 *   throw new ConnectionError('protocol_error', `Expected BYE, got ${message}.`);
 * }
 * ```
 */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
  readonly code: ConnectionErrorCode;

  constructor(code: ConnectionErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  get closeCode(): CloseCode {
    return CLOSE_CODE_OF_ERROR[this.code];
  }

  /** The reason for the end of the session. */
  get endReason(): SessionEndReason {
    return this.code === 'slow_consumer' || this.code === 'internal' ? this.code : 'disconnected';
  }
}

/** Returns a ConnectionError as it is; any other error becomes `internal`, without details for the client. */
export function toConnectionError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error;
  return isForeign(error)
    ? new ConnectionError(error.code, error.message)
    : new ConnectionError('internal', 'The server failed.');
}

/** Checks whether to report an error on the server. A ConnectionError is the client's fault. */
export function isOwnFailure(error: unknown): boolean {
  return !(error instanceof ConnectionError) && !isForeign(error);
}

/** Checks whether an error is a ConnectionError from another copy of this library, which an adapter has loaded. */
function isForeign(error: unknown): error is ConnectionError {
  return (
    error instanceof Error &&
    error.name === 'ConnectionError' &&
    Object.hasOwn(CLOSE_CODE_OF_ERROR, `${(error as ConnectionError).code}`)
  );
}

/** Creates the error for a field of a client message. */
export function createFieldError(field: string, type: string, expected: string, got: string): ConnectionError {
  return new ConnectionError('protocol_error', `Expected "${field}" of ${type} to be ${expected}, got ${got}.`);
}
