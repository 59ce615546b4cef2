import type { FastifyRequest } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import type { Quotas } from '../../callers/quotas.ts';
import type { LiveCall } from '../../calls/call.ts';
import type { NodeAnswer } from '../../cluster/nodeClient.ts';
import type { RequestHops } from '../../cluster/requestHops.ts';
import type { PlacedStart, Routing } from '../../cluster/routing.ts';
import { linePath } from '../../http/linePaths.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { Problem, type ProblemCode } from '../../problem.ts';
import type { Carrier, VoiceRequest } from './carrier.ts';

export interface CarrierServices
  extends Pick<SessionServices, 'calls' | 'tokens' | 'starts' | 'rates' | 'routing' | 'takeOvers'> {
  /** The places that the calls of carriers have taken, and all places of the server. */
  readonly places: Quotas;
  readonly maxSessions: number;
  /** Of a server that is one of several nodes: their requests, and its address. @default it is none */
  readonly hops?: RequestHops | undefined;
  readonly nodeUrl?: PublicUrl | undefined;
  readonly scheduler: SchedulerLike;
}

/** Why a caller hears that the line is busy. */
const BUSY: ReadonlySet<ProblemCode> = new Set(['at_capacity', 'overloaded', 'draining', 'rate_limited']);

/** Returns whether there is no room for a call. */
export function isBusy(error: unknown): boolean {
  return error instanceof Problem && BUSY.has(error.code);
}

/** `path`: of the route. */
export function readVoice({ settings }: Carrier, path: string, request: FastifyRequest): VoiceRequest {
  const { headers, body, url } = request;
  const at = url.indexOf('?');
  const query = at < 0 ? '' : url.slice(at);
  return { headers, url: `${settings.url}${path}${query}`, body: typeof body === 'string' ? body : '' };
}

/** Whether another node has passed the request on, and has checked its signature. @throws (rejects with) Problem `unauthorized` */
export async function takeHop(request: FastifyRequest, { hops, rates }: CarrierServices): Promise<boolean> {
  const hop = await hops?.take(request).catch((error: unknown) => rates.refuse(request, error));
  hops?.checkBody(request);
  return hop !== undefined;
}

/** Returns the address of the WebSocket of a call, as the carrier opens it. */
export function socketUrl({ adapter, settings }: Carrier, { nodeUrl }: CarrierServices, token: string): string {
  const url = nodeUrl === undefined ? settings.url : nodeUrl.origin + nodeUrl.path;
  return `${url}${linePath(adapter.protocol, token)}`.replace(/^http/u, 'ws');
}

/** Returns the answer that connects a carrier with a call of this node. */
export async function connectCall(carrier: Carrier, call: LiveCall, services: CarrierServices): Promise<string> {
  const token = await services.tokens.issue(call.id, 'line');
  const url = services.takeOvers && returnUrl(carrier, call.id);
  return carrier.connect(socketUrl(carrier, services, token), call.custom_data, url);
}

/** Returns where a carrier asks for the instructions of a transfer. */
export function transferPath(protocol: string): string {
  return `/v1/${protocol}/transfer`;
}

/** Returns the path that a carrier requests after a transfer. */
export function transferredPath(protocol: string): string {
  return `/v1/${protocol}/transferred`;
}

/** Returns where a carrier asks what follows when the WebSocket of a call is closed. */
export function returnPath(protocol: string): string {
  return `/v1/${protocol}/return`;
}

/** Any node answers there. `attempt`: how often it has asked before. */
export function returnUrl({ adapter, settings }: Carrier, session: string, attempt: number = 0): string {
  const query = new URLSearchParams({ session, ...(attempt > 0 && { attempt: `${attempt}` }) });
  return `${settings.url}${returnPath(adapter.protocol)}?${query}`;
}

/** Answers for a call on the node with the most room, or on the one that has begun with it. */
export function placeCall(
  start: PlacedStart,
  alias: string | undefined,
  here: () => Promise<string>,
  routing: Routing | undefined,
): Promise<string | NodeAnswer> {
  if (routing === undefined) return here();
  return alias === undefined ? routing.place(start, here) : routing.placeOnce(start, alias, here);
}
