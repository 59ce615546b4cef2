import { faultOfEnd, type WireFault } from '../../src/wire/fault.ts';
import type { SocketEnd } from '../../src/wire/socket.ts';

/**
 * Classifies the end of a connection. 1008 means a refused key, credit or message, except for a few transient reasons.
 */
export function classifyElevenLabsEnd(end: SocketEnd, nowMs: number): WireFault {
  const fault = faultOfEnd(end, nowMs);
  return TRANSIENT.test(end.reason) ? { ...fault, kind: 'retry' } : fault;
}

/** Classifies an error in a message. */
export function classifyElevenLabsError(message: string): WireFault {
  return { kind: TRANSIENT.test(message) ? 'retry' : 'final', message };
}

const TRANSIENT = /max_active_conversations|input_timeout_exceeded|too_many_concurrent_requests|system_busy/u;
