import type { FastifyRequest } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import type { Quotas } from '../../callers/quotas.ts';
import type { LiveCall } from '../../calls/call.ts';
import type { NodeAnswer } from '../../cluster/nodeClient.ts';
import type { RequestHops } from '../../cluster/requestHops.ts';
import type { PlacedStart, Routing } from '../../cluster/routing.ts';
import { linePath } from '../../protocols/linePaths.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { Problem, type ProblemCode } from '../../problems/problem.ts';
import type { Carrier, VoiceRequest } from './carrier.ts';

export interface CarrierServices
  extends Pick<SessionServices, 'calls' | 'tokens' | 'starts' | 'rates' | 'routing' | 'takeOvers'> {
  /** The limits for sessions from carriers, and for all sessions of the server. */
  readonly places: Quotas;
  readonly maxSessions: number;
  /** The requests between nodes, and the address of this node. @default the server is not a node */
  readonly hops?: RequestHops | undefined;
  readonly nodeUrl?: PublicUrl | undefined;
  readonly scheduler: SchedulerLike;
}

/** The problems for which the caller hears a busy signal. */
const BUSY: ReadonlySet<ProblemCode> = new Set(['at_capacity', 'overloaded', 'draining', 'rate_limited']);

/** Checks whether an error means that there is no capacity for a call. */
export function isBusy(error: unknown): boolean {
  return error instanceof Problem && BUSY.has(error.code);
}

/** Reads a carrier's request. `path` is the path of the route. */
export function readVoice({ settings }: Carrier, path: string, request: FastifyRequest): VoiceRequest {
  const { headers, body, url } = request;
  const at = url.indexOf('?');
  const query = at < 0 ? '' : url.slice(at);
  return { headers, url: `${settings.url}${path}${query}`, body: typeof body === 'string' ? body : '' };
}

/**
 * Checks whether another node has forwarded the request and verified its signature.
 *
 * @throws (rejects with) Problem `unauthorized`
 */
export async function takeHop(request: FastifyRequest, { hops, rates }: CarrierServices): Promise<boolean> {
  const hop = await hops?.take(request).catch((error: unknown) => rates.refuse(request, error));
  hops?.checkBody(request);
  return hop !== undefined;
}

/** Returns the URL of a call's WebSocket for the carrier to open. */
export function socketUrl({ adapter, settings }: Carrier, { nodeUrl }: CarrierServices, token: string): string {
  const url = nodeUrl === undefined ? settings.url : nodeUrl.origin + nodeUrl.path;
  return `${url}${linePath(adapter.protocol, token)}`.replace(/^http/u, 'ws');
}

/** Returns the answer that connects a carrier to a call on this node. */
export async function connectCall(carrier: Carrier, call: LiveCall, services: CarrierServices): Promise<string> {
  const token = await services.tokens.issue(call.id, 'line');
  const url = services.takeOvers && returnUrl(carrier, call.id);
  return carrier.connect(socketUrl(carrier, services, token), call.custom_data, url);
}

/** Returns the path at which a carrier requests the instructions of a transfer. */
export function transferPath(protocol: string): string {
  return `/v1/${protocol}/transfer`;
}

/** Returns the path that a carrier requests after a transfer. */
export function transferredPath(protocol: string): string {
  return `/v1/${protocol}/transferred`;
}

/** Returns the path at which a carrier requests further instructions when the WebSocket of a call closes. */
export function returnPath(protocol: string): string {
  return `/v1/${protocol}/return`;
}

/** Returns the URL for further instructions, which any node answers. `attempt` is the number of earlier requests. */
export function returnUrl({ adapter, settings }: Carrier, session: string, attempt: number = 0): string {
  const query = new URLSearchParams({ session, ...(attempt > 0 && { attempt: `${attempt}` }) });
  return `${settings.url}${returnPath(adapter.protocol)}?${query}`;
}

/** Answers a call on the node with the most capacity, or on the node that has already started it. */
export function placeCall(
  start: PlacedStart,
  alias: string | undefined,
  here: () => Promise<string>,
  routing: Routing | undefined,
): Promise<string | NodeAnswer> {
  if (routing === undefined) return here();
  return alias === undefined ? routing.place(start, here) : routing.placeOnce(start, alias, here);
}
