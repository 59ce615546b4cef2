import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveCall } from '../../calls/call.ts';
import { NodeAnswer } from '../../cluster/nodeClient.ts';
import { keepBody } from '../../cluster/requestBodies.ts';
import { sendAnswer } from '../../cluster/sendAnswer.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { registerLineRoute, type UpgradeCheck } from '../../http/lineRoutes.ts';
import { Problem } from '../../problem.ts';
import type { Carrier, VoiceRequest } from './carrier.ts';
import {
  connectCall,
  isBusy,
  readVoice,
  socketUrl,
  startCarrierCall,
  takeHop,
  transferPath,
  transferredPath,
  type CarrierServices,
} from './carrierCalls.ts';
import { registerReturnRoute } from './returnRoute.ts';

const BODY_LIMIT = 65_536;

/**
 * Registers `POST /v1/<protocol>/voice`, which starts a session for a call, and the WebSocket that its answer names, in an
 * encapsulated scope.
 */
export function registerVoiceRoutes(scope: FastifyInstance, carrier: Carrier, services: CarrierServices): void {
  const { adapter, isUpgradeSigned } = carrier;
  // Signatures cover the body as it was sent.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (request, body, done) => {
    keepBody(request, body);
    done(null, body);
  });
  registerStartRoute(scope, `/v1/${adapter.protocol}/voice`, carrier, services);
  if (carrier.isTransferOver !== undefined)
    registerStartRoute(scope, transferredPath(adapter.protocol), carrier, services, carrier.isTransferOver);
  registerTransferRoute(scope, carrier, services);
  registerReturnRoute(scope, carrier, services);
  const isSigned: UpgradeCheck = (headers, token) =>
    isUpgradeSigned?.(headers, socketUrl(carrier, services, token)) ?? true;
  registerLineRoute(scope, adapter.protocol, services, isSigned);
}

/** Registers where a carrier asks for a session of a call. `isTransferOver`: it asks what follows a transfer. */
function registerStartRoute(
  scope: FastifyInstance,
  path: string,
  carrier: Carrier,
  services: CarrierServices,
  isTransferOver?: Carrier['isTransferOver'],
): void {
  scope.post(path, async (request, reply) => {
    const voice = readVoice(carrier, path, request);
    const isHop = await takeHop(request, services);
    if (!isHop && !(await carrier.isSigned(voice))) return services.rates.refuse(request, new Problem('unauthorized'));
    void reply.header('cache-control', 'no-store').type(carrier.contentType);
    if (isTransferOver?.(voice) === true) return reply.send(carrier.returning.hangUp);
    const connected = connect(voice, request, reply);
    // The node that has passed it on asks another one.
    const answer = await (isHop ? connected : connected.catch((error: unknown) => answerBusy(carrier, error)));
    return answer instanceof NodeAnswer ? sendAnswer(answer, reply) : reply.send(answer);
  });

  async function connect(
    voice: VoiceRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | NodeAnswer> {
    const left = callerLeft(reply);
    const call = carrier.readCall(voice);
    const custom_data = isTransferOver === undefined ? call : { ...call, transfer: 'unanswered' };
    const here = (): Promise<LiveCall> => startCarrierCall(carrier, custom_data, services, left);
    const live = await (services.routing?.place({ request, caller: undefined, left }, here) ?? here());
    return live instanceof NodeAnswer ? live : connectCall(carrier, live, services);
  }
}

/** Only the carrier can ask: its signature covers the target. */
function registerTransferRoute(scope: FastifyInstance, carrier: Carrier, { rates }: CarrierServices): void {
  const { answerTransfer, contentType } = carrier;
  if (answerTransfer === undefined) return;
  const path = transferPath(carrier.adapter.protocol);
  scope.post(path, async (request, reply) => {
    const voice = readVoice(carrier, path, request);
    if (!(await carrier.isSigned(voice))) return rates.refuse(request, new Problem('unauthorized'));
    return reply.header('cache-control', 'no-store').type(contentType).send(answerTransfer(voice));
  });
}

function answerBusy({ busy }: Carrier, error: unknown): string {
  if (busy !== undefined && isBusy(error)) return busy;
  throw error;
}
