import type { CloseCode } from '../../core/protocol.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import type { ConnectionError } from './connectionError.ts';

/** How the socket is closed when its session has ended. */
export const CLOSE_CODE_OF: Readonly<Record<SessionEndReason, CloseCode>> = {
  ended_by_client: 1000,
  ended_by_api: 1000,
  agent_ended: 1000,
  join_timeout: 1000,
  idle_timeout: 1000,
  max_duration: 1000,
  draining: 1001,
  internal: 1011,
  disconnected: 4408,
  slow_consumer: 4413,
  handler_failed: 4500,
  provider_failed: 4502,
};

/** Why a session ends whose line has failed. */
export function endReasonOf({ code }: ConnectionError): SessionEndReason {
  return code === 'slow_consumer' || code === 'internal' ? code : 'disconnected';
}
