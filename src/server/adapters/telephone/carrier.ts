import type { FastifyRequest } from 'fastify';
import type { LineActions } from '../../../core/ports.ts';
import type { MediaAdapter } from '../../../core/mediaAdapter.ts';
import type { CarrierSettings } from './carrierSettings.ts';

/** A carrier's request for a call. */
export interface VoiceRequest {
  readonly headers: FastifyRequest['headers'];
  /** As the carrier has called it. */
  readonly url: string;
  readonly body: string;
}

/** The `custom_data` of a call. */
export type CarrierCall = Readonly<Record<string, unknown>>;

/** A carrier: how it signs its requests for calls, and what it expects for an answer. */
export interface Carrier {
  readonly adapter: MediaAdapter;
  readonly settings: CarrierSettings;
  readonly isSigned: (request: VoiceRequest) => boolean | Promise<boolean>;
  /** Whether the upgrade to the WebSocket at this address is signed. @default it need not be: the address has a token */
  readonly isUpgradeSigned?: (headers: FastifyRequest['headers'], socketUrl: string) => boolean;
  /** Returns the `custom_data` of the call. @throws Problem `bad_request` */
  readonly readCall: (request: VoiceRequest) => CarrierCall;
  /** Returns what can be done with a call of this `custom_data`. @default nothing */
  readonly actions?: (call: CarrierCall) => LineActions | undefined;
  /**
   * Returns the answer that connects a caller with the target of a transfer, for a carrier that asks for it.
   *
   * @default it does not ask
   * @throws Problem `bad_request`
   */
  readonly answerTransfer?: (request: VoiceRequest) => string;
  /**
   * Whether a request that follows a transfer says that the call is over: the target has answered, or the caller has left. Otherwise the
   * caller comes back to the agent.
   *
   * @default nothing follows a transfer
   */
  readonly isTransferOver?: (request: VoiceRequest) => boolean;
  /** Returns the answer that connects the call to this WebSocket. `returnUrl`: what the carrier asks when it is closed. @default nothing: the call ends */
  readonly connect: (socketUrl: string, call: CarrierCall, returnUrl?: string) => string;
  readonly returning: CarrierReturn;
  /** The answer with which the caller hears that the line is busy; undefined: the request fails. */
  readonly busy: string | undefined;
  readonly contentType: string;
}

/** How a carrier asks what follows when the WebSocket of a call is closed. */
export interface CarrierReturn {
  /** The field of `custom_data` that names the call. */
  readonly key: string;
  /** Returns the call that asks; undefined: it does not ask what follows. @throws Problem `bad_request` @default readCall */
  readonly readCall?: (request: VoiceRequest) => CarrierCall | undefined;
  /** Returns the answer with which it asks again, at this address. */
  readonly ask: (returnUrl: string, call: CarrierCall) => string;
  /** The answer that ends the call. */
  readonly hangUp: string;
}
