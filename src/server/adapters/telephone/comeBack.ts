import type { FastifyRequest } from 'fastify';
import { firstValueFrom, timer } from 'rxjs';
import type { LiveCall } from '../../calls/call.ts';
import type { TakeOvers } from '../../checkpoints/takeOver.ts';
import { NodeAnswer } from '../../cluster/nodeClient.ts';
import { Problem, type ProblemCode } from '../../problems/problem.ts';
import type { Carrier, CarrierCall } from './carrier.ts';
import type { CarrierStarts } from './carrierStarts.ts';
import { connectCall, isBusy, placeCall, returnUrl, type CarrierServices } from './carrierCalls.ts';

/** A call whose WebSocket has closed, and whose carrier requests further instructions. */
export interface AskingCall {
  readonly session: string;
  /** The number of the carrier's earlier requests. */
  readonly attempt: number;
  readonly call: CarrierCall;
  readonly request: FastifyRequest;
  /** Fires when the carrier has stopped waiting for the answer. */
  readonly left: AbortSignal;
  /** Whether another node has forwarded the request. */
  readonly isHop: boolean;
}

export interface ReturnServices extends CarrierServices {
  readonly takeOvers: TakeOvers;
  readonly carrierStarts: CarrierStarts;
}

type Answer = string | NodeAnswer;

/**
 * Temporary problems: the other nodes notice after a while that a node has died, and then one of them takes the session
 * over.
 */
const PASSING: ReadonlySet<ProblemCode> = new Set([
  'node_unavailable',
  'directory_unavailable',
  'session_elsewhere',
  'at_capacity',
  'overloaded',
  'draining',
]);
const TRIES = 5;
const BETWEEN_MS = 200;
/** After this many attempts, the carrier has waited for about 15 s. */
const MAX_ATTEMPTS = 14;

/**
 * Returns the answer that continues the call in its session, on the node that has the session or takes it over; that
 * ends the call, if its session has ended; that makes the carrier ask again, if the outcome is not known yet; or that
 * starts a new session.
 *
 * @throws (rejects with) Problem `session_not_found` for the session of another call, and the errors of starts
 */
export async function comeBack(carrier: Carrier, asking: AskingCall, services: ReturnServices): Promise<Answer> {
  if (asking.isHop) return answerHere(carrier, asking, services);
  for (let tries = 1; ; tries += 1) {
    try {
      return await answerOnce(carrier, asking, services);
    } catch (error) {
      if (!isPassing(error) || asking.left.aborted) throw error;
      if (tries >= TRIES) return giveUp(error, carrier, asking, services);
      await firstValueFrom(timer(BETWEEN_MS, services.scheduler));
    }
  }
}

async function answerOnce(carrier: Carrier, asking: AskingCall, services: ReturnServices): Promise<Answer> {
  const { session, request, left } = asking;
  const { calls, routing } = services;
  const here = (): Promise<string> => answerHere(carrier, asking, services);
  if (routing === undefined || isRunning(calls.findLive(session))) return here();
  const ofOwner = await routing.toOwner(request, session, undefined);
  if (ofOwner !== undefined) return requireAnswer(ofOwner);
  if (calls.find(session) !== undefined) return here();
  const alias = services.carrierStarts.aliasOf(asking.call, session);
  return requireAnswer(await placeCall({ request, caller: undefined, left }, alias, here, routing));
}

/** Answers for a session that is on this node, or on none. */
async function answerHere(carrier: Carrier, asking: AskingCall, services: ReturnServices): Promise<string> {
  const { session, call } = asking;
  const { calls, takeOvers } = services;
  const { key, hangUp } = carrier.returning;
  const isSame = (other: CarrierCall): boolean => other[key] !== undefined && other[key] === call[key];
  const live = calls.findLive(session);
  if (isRunning(live)) {
    if (live.protocol !== carrier.adapter.protocol || !isSame(live.custom_data)) throw new Problem('session_not_found');
    return connectCall(carrier, live, services);
  }
  const known = calls.find(session)?.status;
  // A session that has waited in vain is treated like an unknown one.
  if (known !== undefined && !('reason' in known && known.reason === 'disconnected')) return hangUp;
  const actionsOf = (found: CarrierCall) => carrier.actions?.(found);
  const taken = known ? undefined : await takeOvers.takeLine(session, { adapter: carrier.adapter, actionsOf, isSame });
  if (taken === 'ended') return hangUp;
  if (taken !== 'resumed') return services.carrierStarts.answer(call, asking.left, session);
  const resumed = calls.findLive(session);
  return resumed === undefined ? hangUp : connectCall(carrier, resumed, services);
}

/** Makes the carrier ask again. After the last attempt, starts a new session for the call. */
async function giveUp(
  error: unknown,
  carrier: Carrier,
  { session, attempt, call, left }: AskingCall,
  services: ReturnServices,
): Promise<string> {
  const { ask, hangUp } = carrier.returning;
  if (attempt < MAX_ATTEMPTS) return ask(returnUrl(carrier, session, attempt + 1), call);
  if (isBusy(error)) return hangUp;
  try {
    return await services.carrierStarts.answer(call, left, session);
  } catch (failure) {
    if (isBusy(failure)) return hangUp;
    throw failure;
  }
}

function isRunning(live: LiveCall | undefined): live is LiveCall {
  return live !== undefined && live.status.state !== 'ending' && live.status.state !== 'ended';
}

/** Returns the answer. @throws Problem `node_unavailable` if a node could not answer */
function requireAnswer(answer: Answer): Answer {
  if (answer instanceof NodeAnswer && (answer.status >= 500 || answer.status === 307))
    throw new Problem('node_unavailable');
  return answer;
}

function isPassing(error: unknown): boolean {
  return error instanceof Problem && PASSING.has(error.code);
}
