import type { FastifyRequest } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import type { LiveCall } from '../../calls/call.ts';
import type { RequestHops } from '../../cluster/requestHops.ts';
import { linePath } from '../../http/linePaths.ts';
import { defaultFormats } from '../../http/schemas.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { Problem, type ProblemCode } from '../../problem.ts';
import type { Carrier, CarrierCall, VoiceRequest } from './carrier.ts';

export interface CarrierServices extends Pick<SessionServices, 'calls' | 'tokens' | 'rates' | 'routing' | 'takeOvers'> {
  /** Of a server that is one of several nodes: their requests, and its address. @default it is none */
  readonly hops?: RequestHops | undefined;
  readonly nodeUrl?: PublicUrl | undefined;
  readonly scheduler: SchedulerLike;
}

/** Why a caller hears that the line is busy. */
const BUSY: ReadonlySet<ProblemCode> = new Set(['at_capacity', 'overloaded', 'draining']);

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

/** Starts the session of a call. No API key and no caller of `authenticate` can have the name of its owner. */
export function startCarrierCall(
  { adapter, settings, actions }: Carrier,
  call: CarrierCall,
  { calls, takeOvers }: CarrierServices,
  left: AbortSignal,
): Promise<LiveCall> {
  const caller = { name: `(${adapter.protocol})`, scopes: ['sessions:start'] } as const;
  const audio = defaultFormats(adapter.capabilities.audio);
  const line = { adapter, audio, actions: actions?.(call), returns: takeOvers !== undefined };
  return calls.start({ caller, custom_data: call, ...line, max_duration: settings.maxDurationS }, left);
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

/** Returns where a carrier asks what follows a transfer. */
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
