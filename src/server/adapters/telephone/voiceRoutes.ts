import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NodeAnswer } from '../../cluster/nodeClient.ts';
import { keepBody } from '../../cluster/requestBodies.ts';
import { isRefusal } from '../../cluster/routing.ts';
import { sendAnswer } from '../../cluster/sendAnswer.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { registerLineRoute, type UpgradeCheck } from '../../http/lineRoutes.ts';
import { Problem } from '../../problem.ts';
import type { Carrier, VoiceRequest } from './carrier.ts';
import {
  isBusy,
  placeCall,
  readVoice,
  socketUrl,
  takeHop,
  transferPath,
  type CarrierServices,
} from './carrierCalls.ts';
import { createCarrierStarts } from './carrierStarts.ts';
import { registerReturnRoute } from './returnRoute.ts';

const BODY_LIMIT = 65_536;

/**
 * Registers `POST /v1/<protocol>/voice`, which starts a session for a call, once, and the WebSocket that its answer names, in an
 * encapsulated scope.
 */
export function registerVoiceRoutes(scope: FastifyInstance, carrier: Carrier, services: CarrierServices): void {
  const { adapter, isUpgradeSigned } = carrier;
  const path = `/v1/${adapter.protocol}/voice`;
  const starts = createCarrierStarts(carrier, services);
  // Signatures cover the body as it was sent.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (request, body, done) => {
    keepBody(request, body);
    done(null, body);
  });
  scope.post(path, async (request, reply) => {
    const voice = readVoice(carrier, path, request);
    const isHop = await takeHop(request, services);
    if (!isHop && !(await carrier.isSigned(voice))) return services.rates.refuse(request, new Problem('unauthorized'));
    const connected = connect(voice, request, reply);
    const answer = await connected.catch((error: unknown) => {
      // The node that has passed it on asks another one.
      if (isHop && isRefusal(error)) throw error;
      return answerBusy(carrier, error);
    });
    if (answer instanceof NodeAnswer) return sendAnswer(answer, reply);
    return reply.header('cache-control', 'no-store').type(carrier.contentType).send(answer);
  });
  registerTransferRoute(scope, carrier, services);
  registerReturnRoute(scope, carrier, { ...services, carrierStarts: starts });
  const isSigned: UpgradeCheck = (headers, token) =>
    isUpgradeSigned?.(headers, socketUrl(carrier, services, token)) ?? true;
  registerLineRoute(scope, adapter.protocol, services, isSigned);

  async function connect(
    voice: VoiceRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | NodeAnswer> {
    const left = callerLeft(reply);
    const custom_data = carrier.readCall(voice);
    const here = (): Promise<string> => starts.answer(custom_data, left);
    return placeCall({ request, caller: undefined, left }, starts.aliasOf(custom_data), here, services.routing);
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
