import type { FastifyRequest } from 'fastify';
import type { LineActions } from '../../../core/ports.ts';
import type { MediaAdapter } from '../../../core/mediaAdapter.ts';
import type { CarrierSettings } from './carrierSettings.ts';

/** A carrier's request for a call. */
export interface VoiceRequest {
  readonly headers: FastifyRequest['headers'];
  /** The URL that the carrier requested. */
  readonly url: string;
  readonly body: string;
}

/** The `custom_data` of a call. */
export type CarrierCall = Readonly<Record<string, unknown>>;

/** A carrier: how it signs its requests, and the answers that it expects. */
export interface Carrier {
  readonly adapter: MediaAdapter;
  readonly settings: CarrierSettings;
  readonly isSigned: (request: VoiceRequest) => boolean | Promise<boolean>;
  /** Checks the signature of the WebSocket upgrade at this address. @default no check: the address contains a token */
  readonly isUpgradeSigned?: (headers: FastifyRequest['headers'], socketUrl: string) => boolean;
  /** Returns the `custom_data` of the call. @throws Problem `bad_request` */
  readonly readCall: (request: VoiceRequest) => CarrierCall;
  /** Returns the actions of the call with this `custom_data`. @default none */
  readonly actions?: (call: CarrierCall) => LineActions | undefined;
  /**
   * Returns the answer that connects a caller to the target of a transfer, for carriers that request it.
   *
   * @default the carrier does not request it
   * @throws Problem `bad_request`
   */
  readonly answerTransfer?: (request: VoiceRequest) => string;
  /**
   * Checks whether a request that follows a transfer says that the call is over, because the target answered or the
   * caller left. Otherwise, the caller returns to the agent.
   *
   * @default no request follows a transfer
   */
  readonly isTransferOver?: (request: VoiceRequest) => boolean;
  /**
   * Returns the call whose transfer was not answered.
   *
   * @throws (rejects with) Problem `bad_request`
   * @default `readCall`, with a name derived from each body
   */
  readonly readUnanswered?: (request: VoiceRequest) => Promise<UnansweredTransfer>;
  /**
   * Returns the answer that connects the call to this WebSocket. The carrier requests `returnUrl` when the WebSocket
   * closes.
   *
   * @default no `returnUrl`: the call ends
   */
  readonly connect: (socketUrl: string, call: CarrierCall, returnUrl?: string) => string;
  readonly returning: CarrierReturn;
  /** The answer that plays a busy signal to the caller. If it is undefined, the request fails. */
  readonly busy: string | undefined;
  readonly contentType: string;
}

/** A call that returns from an unanswered transfer. */
export interface UnansweredTransfer {
  readonly call: CarrierCall;
  /** Identifies the transfer: a repeated request has the same value. */
  readonly transfer: string;
}

/** How a carrier requests further instructions when the WebSocket of a call closes. */
export interface CarrierReturn {
  /** The field of `custom_data` that identifies the call. */
  readonly key: string;
  /**
   * Returns the call of the request; undefined if the carrier does not request further instructions.
   *
   * @throws Problem `bad_request`
   * @default `readCall`
   */
  readonly readCall?: (request: VoiceRequest) => CarrierCall | undefined;
  /** Returns the answer that makes the carrier request this URL again. */
  readonly ask: (returnUrl: string, call: CarrierCall) => string;
  /** The answer that ends the call. */
  readonly hangUp: string;
}
