import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LineActions } from '../../../core/ports.ts';
import type { MediaAdapter } from '../../../core/mediaAdapter.ts';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import type { LiveCall } from '../../calls/call.ts';
import { NodeAnswer } from '../../cluster/nodeClient.ts';
import { keepBody } from '../../cluster/requestBodies.ts';
import type { RequestHops } from '../../cluster/requestHops.ts';
import { sendAnswer } from '../../cluster/sendAnswer.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { linePath } from '../../http/linePaths.ts';
import { registerLineRoute, type UpgradeCheck } from '../../http/lineRoutes.ts';
import { defaultFormats } from '../../http/schemas.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { Problem, type ProblemCode } from '../../problem.ts';
import type { CarrierSettings } from './carrierSettings.ts';

/** A carrier's request for a call. */
export interface VoiceRequest {
  readonly headers: FastifyRequest['headers'];
  /** As the carrier has called it. */
  readonly url: string;
  readonly body: string;
}

/** A carrier: how it signs its requests for calls, and what it expects for an answer. */
export interface Carrier {
  readonly adapter: MediaAdapter;
  readonly settings: CarrierSettings;
  readonly isSigned: (request: VoiceRequest) => boolean | Promise<boolean>;
  /** Whether the upgrade to the WebSocket at this address is signed. @default it need not be: the address has a token */
  readonly isUpgradeSigned?: (headers: FastifyRequest['headers'], socketUrl: string) => boolean;
  /** Returns the `custom_data` of the call. @throws Problem `bad_request` */
  readonly readCall: (request: VoiceRequest) => Readonly<Record<string, unknown>>;
  /** Returns what can be done with a call of this `custom_data`. @default nothing */
  readonly actions?: (call: Readonly<Record<string, unknown>>) => LineActions | undefined;
  /**
   * Returns the answer that connects a caller with the target of a transfer, for a carrier that asks for it.
   *
   * @default it does not ask
   * @throws Problem `bad_request`
   */
  readonly answerTransfer?: (request: VoiceRequest) => string;
  /** Returns the answer that connects the call to this WebSocket. */
  readonly connect: (socketUrl: string) => string;
  /** The answer with which the caller hears that the line is busy; undefined: the request fails. */
  readonly busy: string | undefined;
  readonly contentType: string;
}

export interface CarrierServices extends Pick<SessionServices, 'calls' | 'tokens' | 'rates' | 'routing'> {
  /** Of a server that is one of several nodes: their requests, and its address. @default it is none */
  readonly hops?: RequestHops | undefined;
  readonly nodeUrl?: PublicUrl | undefined;
}

const BODY_LIMIT = 65_536;
/** Why a caller hears that the line is busy. */
const BUSY: ReadonlySet<ProblemCode> = new Set(['at_capacity', 'overloaded', 'draining']);

/**
 * Registers `POST /v1/<protocol>/voice`, which starts a session for a call, and the WebSocket that its answer names, in an
 * encapsulated scope.
 */
export function registerVoiceRoutes(scope: FastifyInstance, carrier: Carrier, services: CarrierServices): void {
  const { adapter, isUpgradeSigned } = carrier;
  const path = `/v1/${adapter.protocol}/voice`;
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
    // The node that has passed it on asks another one.
    const answer = await (isHop ? connected : connected.catch((error: unknown) => answerBusy(carrier, error)));
    if (answer instanceof NodeAnswer) return sendAnswer(answer, reply);
    return reply.header('cache-control', 'no-store').type(carrier.contentType).send(answer);
  });
  registerTransferRoute(scope, carrier, services);
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
    const here = (): Promise<LiveCall> => startCall(carrier, custom_data, services, left);
    const call = await (services.routing?.place({ request, caller: undefined, left }, here) ?? here());
    if (call instanceof NodeAnswer) return call;
    const token = await services.tokens.issue(call.id, 'line');
    return carrier.connect(socketUrl(carrier, services, token));
  }
}

/** Returns where a carrier asks for the instructions of a transfer. */
export function transferPath(protocol: string): string {
  return `/v1/${protocol}/transfer`;
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

function readVoice({ settings }: Carrier, path: string, request: FastifyRequest): VoiceRequest {
  const { headers, body } = request;
  return { headers, url: `${settings.url}${path}${queryOf(request)}`, body: typeof body === 'string' ? body : '' };
}

/** Whether another node has passed the request on, and has checked its signature. @throws (rejects with) Problem `unauthorized` */
async function takeHop(request: FastifyRequest, { hops, rates }: CarrierServices): Promise<boolean> {
  const hop = await hops?.take(request).catch((error: unknown) => rates.refuse(request, error));
  hops?.checkBody(request);
  return hop !== undefined;
}

/** Returns the address of the WebSocket of a call, as the carrier opens it. */
function socketUrl({ adapter, settings }: Carrier, { nodeUrl }: CarrierServices, token: string): string {
  const url = nodeUrl === undefined ? settings.url : nodeUrl.origin + nodeUrl.path;
  return `${url}${linePath(adapter.protocol, token)}`.replace(/^http/u, 'ws');
}

/** Starts the session of a call. No API key and no caller of `authenticate` can have the name of its owner. */
function startCall(
  { adapter, settings, actions }: Carrier,
  custom_data: Readonly<Record<string, unknown>>,
  { calls }: CarrierServices,
  left: AbortSignal,
): Promise<LiveCall> {
  const caller = { name: `(${adapter.protocol})`, scopes: ['sessions:start'] } as const;
  const audio = defaultFormats(adapter.capabilities.audio);
  const line = { adapter, audio, actions: actions?.(custom_data) };
  return calls.start({ caller, custom_data, ...line, max_duration: settings.maxDurationS }, left);
}

function answerBusy({ busy }: Carrier, error: unknown): string {
  if (busy !== undefined && error instanceof Problem && BUSY.has(error.code)) return busy;
  throw error;
}

function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
