import type { FastifyRequest } from 'fastify';
import type { Rates } from '../callers/rates.ts';
import { requireScope } from '../callers/requestCaller.ts';
import type { LiveCall } from '../calls/call.ts';
import type { Calls } from '../calls/calls.ts';
import { bodyDigestOf } from '../idempotency/bodyDigest.ts';
import type { IdempotentStarts } from '../idempotency/idempotentStarts.ts';
import { parseIdempotencyKey } from '../idempotency/parseIdempotencyKey.ts';
import { Problem } from '../problem.ts';
import type { Tokens } from '../tokens.ts';
import type { Protocols } from './protocols.ts';
import { validateBody } from './validate.ts';

/** What the routes of sessions need. */
export interface SessionServices {
  readonly calls: Calls;
  readonly tokens: Tokens;
  readonly starts: IdempotentStarts;
  readonly rates: Rates;
  readonly protocols: Protocols;
}

/**
 * Starts the session of a request, or finds the one that an earlier request with the same Idempotency-Key has started. `left`
 * fires when the caller has gone.
 *
 * @throws (rejects with) Problem `idempotency_conflict` if the session was joined or has ended, and with the errors of
 * `parseIdempotencyKey`, `validateBody`, `IdempotentStarts` and `Calls`
 */
export async function startSession(
  request: FastifyRequest,
  { calls, starts, rates, protocols }: SessionServices,
  left: AbortSignal,
): Promise<LiveCall> {
  const caller = requireScope(request, 'sessions:start');
  rates.countStart(caller);
  const key = parseIdempotencyKey(request.headers['idempotency-key']);
  const { body = {}, headers } = request;
  const { custom_data, transport, max_duration } = validateBody(protocols.startSessionRequest, body);
  const adapter = protocols.adapterOf(transport.protocol);
  const wanted = { caller, custom_data, audio: transport.audio, adapter, max_duration, headers };
  const start = (signal: AbortSignal): Promise<LiveCall> => calls.start(wanted, signal);
  if (key === undefined) return start(left);
  const id = await starts.start({ owner: caller.name, key, body: bodyDigestOf(request) }, start, left);
  const call = calls.findLive(id);
  if (call?.status.state !== 'created') throw new Problem('idempotency_conflict');
  return call;
}
