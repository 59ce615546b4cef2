import { faultOfEnd, faultOfStatus, type WireFault } from '../../src/wire/fault.ts';
import type { SocketEnd } from '../../src/wire/socket.ts';

/**
 * Classifies the end of a connection. Rime closes with 1011 after any failure, and the reason usually begins with the
 * HTTP status that applies: `400: text is too long`.
 */
export function classifyRimeEnd(end: SocketEnd, nowMs: number): WireFault {
  return (end.refused === undefined ? parseStatus(end.reason) : null) ?? faultOfEnd(end, nowMs);
}

/**
 * Classifies an `error` message, which Rime sends for input that it cannot read: final, unless the message begins with
 * a status.
 */
export function classifyRimeError(message: string): WireFault {
  return parseStatus(message) ?? { kind: 'final', message };
}

function parseStatus(text: string): WireFault | null {
  const [, status, reason = ''] = /^\s*([45]\d\d)\b[:\s]*(.*)$/su.exec(text) ?? [];
  return status === undefined ? null : faultOfStatus(Number(status), {}, reason, 0);
}
