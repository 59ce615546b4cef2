import type { FastifyInstance } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import { mapNames, type NameSet } from '../../core/names.ts';
import type { Address } from '../addresses/address.ts';
import type { RequestHops } from '../cluster/requestHops.ts';
import type { PublicUrl } from '../addresses/publicUrl.ts';
import { requirePackages } from '../../core/requirePackages.ts';
import { registerLineRoute } from '../http/lineRoutes.ts';
import { createProtocols, type Protocols } from '../http/protocols.ts';
import { createQuotas } from '../callers/quotas.ts';
import type { Identification } from '../callers/requestCaller.ts';
import type { SessionServices } from '../http/startSession.ts';
import { createRealtimeSettings, type RealtimeOptions, type RealtimeSettings } from './realtime/realtimeOptions.ts';
import { CALLS_PATH } from './realtime/realtimeCalls.ts';
import { registerRealtimeRoutes } from './realtime/realtimeRoutes.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { RtcServices } from '../webrtc/connectCall.ts';
import type { WebRtc } from '../webrtc/webRtc.ts';
import { registerWebRtcRoutes, WEBRTC_PATH } from '../webrtc/webRtcRoutes.ts';
import { createRtviSettings, type RtviOptions, type RtviSettings } from './rtvi/rtviOptions.ts';
import {
  CARRIERS,
  createCarriers,
  createPasswordLines,
  namesOf,
  PASSWORD_LINES,
  type CarriersOptions,
} from './carriers.ts';
import type { PasswordLine } from './telephone/passwordLine.ts';
import { registerPasswordRoute } from './telephone/passwordRoute.ts';
import type { Carrier } from './telephone/carrier.ts';
import { registerVoiceRoutes } from './telephone/voiceRoutes.ts';

/** Options for clients that use protocols other than antiphon.v1. */
export interface PeerOptions extends CarriersOptions {
  /**
   * Protocols of other clients. A request names one as `transport.protocol` and receives the address for its client.
   *
   * @default []
   */
  readonly adapters?: readonly MediaAdapter[] | undefined;
  /** Accepts clients of the OpenAI Realtime API, at `/v1/realtime`. @default none */
  readonly realtime?: RealtimeOptions | undefined;
  /** Accepts Pipecat clients, which use RTVI over a WebSocket, at `/v1/rtvi/connect`. @default none */
  readonly rtvi?: RtviOptions | undefined;
  /** Accepts clients over WebRTC. Create it with `createWebRtc` from `antiphon/webrtc`. @default none */
  readonly webrtc?: WebRtc | undefined;
}

/** The protocols with routes of their own, whose names no adapter of an app can have. */
const TAKEN: NameSet<Exclude<keyof PeerOptions, 'adapters' | 'webrtc'>> = {
  ...mapNames(namesOf(CARRIERS), () => true as const),
  ...mapNames(namesOf(PASSWORD_LINES), () => true as const),
  realtime: true,
  rtvi: true,
};

/** The names of the options. */
export const PEER_OPTIONS: NameSet<keyof PeerOptions> = { ...TAKEN, adapters: true, webrtc: true };

/** The checked options. */
export interface Peers {
  readonly protocols: Protocols;
  readonly passwordLines: readonly PasswordLine[];
  readonly realtime: RealtimeSettings | undefined;
  readonly rtvi: RtviSettings | undefined;
  readonly carriers: readonly Carrier[];
  readonly scheduler: SchedulerLike;
  readonly webrtc: RtcServices | undefined;
}

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createPeers(
  { adapters = [], realtime, rtvi, webrtc, ...lines }: PeerOptions,
  publicUrl: PublicUrl | undefined,
  scheduler: SchedulerLike = monotonicScheduler,
): Peers {
  return {
    protocols: createProtocols(adapters, TAKEN),
    passwordLines: createPasswordLines(lines),
    realtime: realtime && createRealtimeSettings(realtime),
    rtvi: rtvi && createRtviSettings(rtvi),
    carriers: createCarriers(lines, publicUrl),
    scheduler,
    webrtc: webrtc && { webRtc: webrtc, scheduler },
  };
}

/** Returns the paths that pages of other origins may request. */
export function pagePathsOf({ webrtc, realtime }: Peers): readonly string[] {
  return [...(webrtc === undefined ? [] : [WEBRTC_PATH]), ...(realtime === undefined ? [] : [CALLS_PATH])];
}

export interface PeerServices extends SessionServices {
  readonly identification: Identification;
  readonly address: Address;
  readonly allowedOrigins: readonly string[];
  /** The maximum number of sessions on this server. */
  readonly maxSessions: number;
  /** Set if the server is a node of a cluster. */
  readonly hops?: RequestHops | undefined;
  readonly nodeUrl?: PublicUrl | undefined;
}

/** Registers the routes of these clients, each protocol in its own scope. */
export async function registerPeerRoutes(
  scope: FastifyInstance,
  { protocols, passwordLines, realtime, rtvi, carriers, webrtc, scheduler }: Peers,
  services: PeerServices,
): Promise<void> {
  for (const { protocol } of protocols.lines) registerLineRoute(scope, protocol, services);
  for (const line of passwordLines) await scope.register(async (own) => registerPasswordRoute(own, line, services));
  if (realtime !== undefined)
    await scope.register(async (line) => registerRealtimeRoutes(line, { ...services, settings: realtime, webrtc }));
  if (rtvi !== undefined) {
    requirePackages(['pbf'], 'the option rtvi');
    const { registerRtviRoutes } = await import('./rtvi/rtviRoutes.ts');
    await scope.register(async (line) => registerRtviRoutes(line, { ...services, settings: rtvi }));
  }
  const places = createQuotas();
  for (const carrier of carriers)
    await scope.register(async (line) => registerVoiceRoutes(line, carrier, { ...services, places, scheduler }));
  if (webrtc !== undefined) await scope.register(async (rtc) => registerWebRtcRoutes(rtc, { ...services, ...webrtc }));
  scope.addHook('onClose', async () => webrtc?.webRtc.close());
}
