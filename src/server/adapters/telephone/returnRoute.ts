import type { FastifyInstance } from 'fastify';
import { NodeAnswer } from '../../cluster/nodeClient.ts';
import { sendAnswer } from '../../cluster/sendAnswer.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { isSessionId } from '../../common/isSessionId.ts';
import { Problem } from '../../problems/problem.ts';
import type { Carrier, VoiceRequest } from './carrier.ts';
import { readVoice, returnPath, takeHop } from './carrierCalls.ts';
import { comeBack, type ReturnServices } from './comeBack.ts';

const ATTEMPT = /^\d{1,3}$/u;

interface ReturnRouteServices extends Omit<ReturnServices, 'takeOvers'> {
  readonly takeOvers?: ReturnServices['takeOvers'] | undefined;
}

/**
 * Registers `POST /v1/<protocol>/return`, where a carrier requests further instructions when the WebSocket of a call
 * closes: the call continues, or it ends. Servers whose sessions end with them do not register this route.
 */
export function registerReturnRoute(scope: FastifyInstance, carrier: Carrier, services: ReturnRouteServices): void {
  const { takeOvers, rates } = services;
  if (takeOvers === undefined) return;
  const path = returnPath(carrier.adapter.protocol);
  const { contentType, returning } = carrier;
  scope.post(path, async (request, reply) => {
    const voice = readVoice(carrier, path, request);
    const isHop = await takeHop(request, services);
    if (!isHop && !(await carrier.isSigned(voice))) return rates.refuse(request, new Problem('unauthorized'));
    const call = (returning.readCall ?? carrier.readCall)(voice);
    void reply.header('cache-control', 'no-store').type(contentType);
    if (call === undefined) return reply.send(returning.hangUp);
    const { query: _, ...ofCall } = call;
    const asked = { ...readAsked(voice), call: ofCall, request, left: callerLeft(reply), isHop };
    const answer = await comeBack(carrier, asked, { ...services, takeOvers });
    return answer instanceof NodeAnswer ? sendAnswer(answer, reply) : reply.send(answer);
  });
}

/** Reads the session and the attempt from the URL. @throws Problem `bad_request` */
function readAsked({ url }: VoiceRequest): { readonly session: string; readonly attempt: number } {
  const { searchParams } = new URL(url);
  const [session = '', ...more] = searchParams.getAll('session');
  if (!isSessionId(session) || more.length > 0)
    throw new Problem('bad_request', [], undefined, 'Expected the query to contain "session" once.');
  const attempt = searchParams.get('attempt') ?? '0';
  return { session, attempt: ATTEMPT.test(attempt) ? Number(attempt) : 0 };
}
