import type { FastifyRequest } from 'fastify';
import type { LineActions } from '../../../core/ports.ts';
import type { MediaAdapter } from '../../../core/mediaAdapter.ts';
import type { CarrierOptions, CarrierSettings, DialSettings, TransferOptions } from './carrierSettings.ts';
import type { NameSet } from '../../../core/names.ts';

/** A carrier's request for a call. */
export interface VoiceRequest {
  readonly headers: FastifyRequest['headers'];
  /** The URL that the carrier requested. */
  readonly url: string;
  readonly body: string;
}

/** The `custom_data` of a call. */
export type CarrierCall = Readonly<Record<string, unknown>>;

/** A carrier that a server accepts calls from: how it signs its requests, and the answers that it expects. */
export interface Carrier {
  /** Its `protocol` is the name of the carrier: of its option, of its paths, and of the `provider` of its calls. */
  readonly adapter: MediaAdapter;
  /** The name for people, such as `Twilio`. */
  readonly label: string;
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

/** The options of every carrier. */
export interface CommonOptions extends CarrierOptions, TransferOptions {
  readonly api_url?: string | undefined;
}

/** The parts of a carrier that depend on its options. */
type ConfiguredParts = 'isSigned' | 'isUpgradeSigned' | 'actions' | 'connect' | 'readUnanswered';

/** The settings that a carrier gets in addition to its own options. */
export interface CarrierContext {
  readonly settings: CarrierSettings;
  readonly dialSettings: DialSettings;
  /** The URL of its REST API, without a trailing slash. */
  readonly apiUrl: string;
}

/**
 * Describes a carrier in one place: its option, its routes, `/openapi.json` and the names that other adapters cannot
 * have derive from it.
 */
export interface CarrierManifest<Options extends CommonOptions>
  extends Omit<Carrier, ConfiguredParts | 'settings' | 'answerTransfer'> {
  /** The names of its options, besides those of all carriers. */
  readonly options: NameSet<Exclude<keyof Options & string, keyof CommonOptions>>;
  /** The default of `api_url`. */
  readonly apiUrl: string;
  /** The longest time for which the carrier lets the target of a transfer ring, in seconds. @default 600 */
  readonly maxRingingS?: number;
  /** As in `Carrier`, with the settings of transfers. @default the carrier does not request it */
  readonly answerTransfer?: (request: VoiceRequest, dialSettings: DialSettings) => string;
  /** Checks its own options. @throws AntiphonError `usage_invalid` */
  configure(options: Options, context: CarrierContext): Pick<Carrier, ConfiguredParts>;
}
