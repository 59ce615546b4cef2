import type { FastifyRequest } from 'fastify';
import type { Rates } from '../callers/rates.ts';
import { requireScope } from '../callers/requestCaller.ts';
import type { LiveCall } from '../calls/call.ts';
import type { TakeOvers } from '../checkpoints/takeOver.ts';
import type { Calls } from '../calls/calls.ts';
import type { NodeAnswer } from '../cluster/nodeClient.ts';
import type { Routing } from '../cluster/routing.ts';
import { bodyDigestOf, parseIdempotencyKey } from '../idempotency/keyedRequest.ts';
import type { ConfirmStart, IdempotentStarts } from '../idempotency/idempotentStarts.ts';
import { Problem } from '../problems/problem.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { Protocols } from './protocols.ts';
import { validateBody } from '../problems/validate.ts';

/** The services that the session routes use. */
export interface SessionServices {
  readonly calls: Calls;
  readonly tokens: Tokens;
  readonly starts: IdempotentStarts;
  readonly rates: Rates;
  readonly protocols: Protocols;
  /** Takes over sessions. @default sessions end with their node */
  readonly takeOvers?: TakeOvers | undefined;
  /** Routes requests between nodes. @default there are no other nodes */
  readonly routing?: Routing | undefined;
}

/**
 * Starts the session of a request, on this node or another, or finds the session that an earlier request with the same
 * Idempotency-Key has started. `left` fires when the caller has gone.
 *
 * @throws (rejects with) Problem `idempotency_conflict` if the session was joined or has ended, and the errors of
 * `parseIdempotencyKey`, `validateBody`, `IdempotentStarts` and `Calls`
 */
export async function startSession(
  request: FastifyRequest,
  { calls, starts, rates, protocols, routing }: SessionServices,
  left: AbortSignal,
): Promise<LiveCall | NodeAnswer> {
  const caller = requireScope(request, 'sessions:start');
  // The other node has already counted a forwarded request.
  if (routing?.isHop(request) !== true) rates.countStart(caller);
  const key = parseIdempotencyKey(request.headers['idempotency-key']);
  const { body = {}, headers } = request;
  const { custom_data, transport, max_duration } = validateBody(protocols.startSessionRequest, body);
  const adapter = protocols.adapterOf(transport.protocol);
  const wanted = { caller, custom_data, audio: transport.audio, adapter, max_duration, headers };
  const start = (signal: AbortSignal, confirm?: ConfirmStart): Promise<LiveCall> =>
    calls.start({ ...wanted, confirm }, signal);
  const placed = { request, caller, left };
  if (key === undefined) return routing === undefined ? start(left) : routing.place(placed, () => start(left));
  const keyed = { owner: caller.name, key, body: bodyDigestOf(request) };
  const startOnce = async (): Promise<LiveCall> => {
    const call = calls.findLive(await starts.start(keyed, start, left));
    if (call?.status.state !== 'created') throw new Problem('idempotency_conflict');
    return call;
  };
  return routing === undefined ? startOnce() : routing.placeOnce(placed, starts.aliasOf(keyed), startOnce);
}
