import type { FastifyRequest } from 'fastify';
import type { AudioFormats } from '../../core/protocol.ts';
import type { SessionState, StartSessionResponse } from '../../core/sessionRequests.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import type { Address } from '../addresses/address.ts';
import type { CallRecord } from '../calls/call.ts';
import type { CallCounters } from '../calls/callCounters.ts';
import type { FoundSession } from '../checkpoints/checkpoints.ts';
import { isLine, linePath } from '../protocols/linePaths.ts';
import { socketPathOf } from '../protocols/returnPlaces.ts';
import { toUsageResource, type UsageResource } from '../usage/usageResource.ts';

/** Body of the answer to `GET /v1/sessions/{id}`. */
export interface SessionResource {
  readonly session_id: string;
  readonly state: SessionState;
  /** The reason why the session is ending or has ended. */
  readonly reason?: SessionEndReason | undefined;
  readonly created_at: string;
  readonly expires_at: string;
  readonly transport: {
    readonly type: 'websocket';
    readonly url: string;
    readonly protocol: string;
    readonly audio: AudioFormats;
  };
  /** Undefined while the session is suspended. */
  readonly counters?: CallCounters | undefined;
  readonly usage?: UsageResource | undefined;
}

/** Creates the resource of a session. */
export function toSessionResource(call: CallRecord, address: Address, request: FastifyRequest): SessionResource {
  const { status, counters, usage } = call;
  const reason = 'reason' in status ? { reason: status.reason } : {};
  return {
    ...commonFields(call),
    ...reason,
    transport: transportOf(call, address, request),
    counters,
    usage: toUsageResource(usage),
  };
}

/** Creates the answer to `POST /v1/sessions` and to a request for a token. No other answer contains a token. */
export function toStartSessionResponse(
  call: CallRecord,
  address: Address,
  request: FastifyRequest,
  token: string,
): StartSessionResponse {
  const transport = transportOf(call, address, request);
  const url = isLine(call) ? address.socketUrl(linePath(call.protocol, token), request) : transport.url;
  return { ...commonFields(call), transport: { ...transport, url, token } };
}

/** Creates the resource of a session whose server has died, from its checkpoint. */
export function toSuspendedResource(
  id: string,
  { created_at, expires_at, ...found }: FoundSession,
  address: Address,
  request: FastifyRequest,
): SessionResource {
  const transport = transportOf({ id, ...found }, address, request);
  return { session_id: id, state: 'suspended', created_at, expires_at, transport };
}

function commonFields({
  id,
  status,
  createdAt,
  expiresAt,
}: CallRecord): Omit<SessionResource, 'transport' | 'counters' | 'usage'> {
  const [created_at, expires_at] = [createdAt.toISOString(), expiresAt.toISOString()];
  return { session_id: id, state: status.state, created_at, expires_at };
}

function transportOf(
  call: Pick<CallRecord, 'id' | 'protocol' | 'audio'>,
  address: Address,
  request: FastifyRequest,
): SessionResource['transport'] {
  const { id, protocol, audio } = call;
  const url = isLine(call) ? address.socketUrl(socketPathOf(protocol), request) : mediaUrlOf(id, address, request);
  return { type: 'websocket', url, protocol, audio };
}

function mediaUrlOf(id: string, address: Address, request: FastifyRequest): string {
  return address.socketUrl(`/v1/sessions/${id}/media`, request);
}
