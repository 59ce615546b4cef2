import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NodeAnswer } from '../../cluster/nodeClient.ts';
import { keepBody } from '../../cluster/requestHops.ts';
import { isRefusal } from '../../cluster/routing.ts';
import { sendAnswer } from '../../cluster/sendAnswer.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { registerLineRoute, type UpgradeCheck } from '../../http/lineRoutes.ts';
import { Problem } from '../../problems/problem.ts';
import type { Carrier, UnansweredTransfer, VoiceRequest } from './carrier.ts';
import {
  isBusy,
  placeCall,
  readVoice,
  socketUrl,
  takeHop,
  transferPath,
  transferredPath,
  type CarrierServices,
} from './carrierCalls.ts';
import { createCarrierStarts, type CarrierStarts } from './carrierStarts.ts';
import { registerReturnRoute } from './returnRoute.ts';

const BODY_LIMIT = 65_536;

/**
 * Registers `POST /v1/<protocol>/voice`, which starts a session for a call once, and the WebSocket that its answer
 * names, in an encapsulated scope.
 */
export function registerVoiceRoutes(scope: FastifyInstance, carrier: Carrier, services: CarrierServices): void {
  const { adapter, isUpgradeSigned } = carrier;
  const starts = createCarrierStarts(carrier, services);
  // Signatures cover the unparsed body.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (request, body, done) => {
    keepBody(request, body);
    done(null, body);
  });
  registerStartRoute(scope, `/v1/${adapter.protocol}/voice`, carrier, { ...services, carrierStarts: starts });
  if (carrier.isTransferOver !== undefined) {
    const path = transferredPath(adapter.protocol);
    registerStartRoute(scope, path, carrier, { ...services, carrierStarts: starts }, carrier.isTransferOver);
  }
  registerTransferRoute(scope, carrier, services);
  registerReturnRoute(scope, carrier, { ...services, carrierStarts: starts });
  const isSigned: UpgradeCheck = (headers, token) =>
    isUpgradeSigned?.(headers, socketUrl(carrier, services, token)) ?? true;
  registerLineRoute(scope, adapter.protocol, services, isSigned);
}

/**
 * Registers the route that starts the session of a call. With `isTransferOver`, the carrier requests the route after a
 * transfer.
 */
function registerStartRoute(
  scope: FastifyInstance,
  path: string,
  carrier: Carrier,
  services: CarrierServices & { readonly carrierStarts: CarrierStarts },
  isTransferOver?: Carrier['isTransferOver'],
): void {
  const { carrierStarts: starts } = services;
  scope.post(path, async (request, reply) => {
    const voice = readVoice(carrier, path, request);
    const isHop = await takeHop(request, services);
    if (!isHop && !(await carrier.isSigned(voice))) return services.rates.refuse(request, new Problem('unauthorized'));
    void reply.header('cache-control', 'no-store').type(carrier.contentType);
    if (isTransferOver?.(voice) === true) return reply.send(carrier.returning.hangUp);
    const answer = await connect(voice, request, reply).catch((error: unknown) => {
      // The node that forwarded the request tries another node.
      if (isHop && isRefusal(error)) throw error;
      return answerBusy(carrier, error);
    });
    return answer instanceof NodeAnswer ? sendAnswer(answer, reply) : reply.send(answer);
  });

  async function connect(
    voice: VoiceRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | NodeAnswer> {
    const left = callerLeft(reply);
    const back = isTransferOver && (await readUnanswered(carrier, voice));
    const custom_data = back ? { ...back.call, transfer: 'unanswered' } : carrier.readCall(voice);
    // Each unanswered transfer starts a new session.
    const begun = back ? `transfer ${back.transfer}` : '';
    const here = (): Promise<string> => starts.answer(custom_data, left, begun);
    return placeCall({ request, caller: undefined, left }, starts.aliasOf(custom_data, begun), here, services.routing);
  }
}

async function readUnanswered(carrier: Carrier, voice: VoiceRequest): Promise<UnansweredTransfer> {
  if (carrier.readUnanswered !== undefined) return carrier.readUnanswered(voice);
  const transfer = createHash('sha256').update(voice.body).digest('base64url');
  return { call: carrier.readCall(voice), transfer };
}

/** Registers the route for transfers. Only the carrier can request it, because its signature covers the target. */
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
