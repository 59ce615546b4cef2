import type { FastifyInstance } from 'fastify';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import type { PublicUrl } from '../addresses/publicUrl.ts';
import { registerLineRoute } from '../http/lineRoutes.ts';
import { createProtocols, type Protocols } from '../http/protocols.ts';
import type { SessionServices } from '../http/startSession.ts';
import { createTwilioSettings, type TwilioOptions, type TwilioSettings } from './twilio/twilioOptions.ts';
import { registerTwilioRoutes } from './twilio/twilioRoutes.ts';

/** Options for clients of other protocols than antiphon.v1. */
export interface PeerOptions {
  /** Protocols of other clients: a request names one as `transport.protocol`, and gets the address for its client. @default [] */
  readonly adapters?: readonly MediaAdapter[] | undefined;
  /** Takes telephone calls of Twilio's, or SignalWire's. Needs `public_url`, which their requests are signed with. @default none */
  readonly twilio?: TwilioOptions | undefined;
}

/** The checked options. */
export interface Peers {
  readonly protocols: Protocols;
  readonly twilio: TwilioSettings | undefined;
}

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createPeers({ adapters = [], twilio }: PeerOptions, publicUrl: PublicUrl | undefined): Peers {
  return { protocols: createProtocols(adapters), twilio: twilio && createTwilioSettings(twilio, publicUrl) };
}

/** Registers the routes of these clients, in scopes of their own. */
export async function registerPeerRoutes(
  scope: FastifyInstance,
  { protocols, twilio }: Peers,
  services: SessionServices,
): Promise<void> {
  for (const { protocol } of protocols.lines) registerLineRoute(scope, protocol, services);
  if (twilio !== undefined)
    await scope.register(async (line) => registerTwilioRoutes(line, { ...services, settings: twilio }));
}
