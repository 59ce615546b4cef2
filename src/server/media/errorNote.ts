import { ERROR_CODES } from '../../core/errors.ts';
import type { AntiphonError, ErrorCode } from '../../core/errors.ts';
import type { ServerMessageBody } from '../../core/protocol.ts';

/** After one of these a session does not go on. */
const FATAL: ReadonlySet<ErrorCode> = new Set(['vad_failed', 'vad_overloaded', 'internal']);

/**
 * A failure or a diagnostic, for the client. What others have written (a developer's handler, a service) may hold what is not
 * meant for it: there the catalogue's own sentence stands.
 */
export function toErrorMessage({ code, message, cause }: AntiphonError): ServerMessageBody {
  return { type: 'error', code, message: cause === undefined ? message : ERROR_CODES[code], fatal: FATAL.has(code) };
}
