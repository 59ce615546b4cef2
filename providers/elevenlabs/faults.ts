import { faultOfEnd } from '../../src/wire/fault.ts';
import type { WireFault } from '../../src/wire/fault.ts';
import type { SocketEnd } from '../../src/wire/socket.ts';

/**
 * How ElevenLabs' ends are taken: 1008 stands for a key, credit or a message that is refused, but for a few reasons that
 * pass.
 */
export function classifyElevenLabsEnd(end: SocketEnd, nowMs: number): WireFault {
  const fault = faultOfEnd(end, nowMs);
  return TRANSIENT.test(end.reason) ? { ...fault, kind: 'retry' } : fault;
}

/** How an error that came in a frame is taken. */
export function classifyElevenLabsError(message: string): WireFault {
  return { kind: TRANSIENT.test(message) ? 'retry' : 'final', message };
}

const TRANSIENT = /max_active_conversations|input_timeout_exceeded|too_many_concurrent_requests|system_busy/u;
