export type {
  AcknowledgedResult,
  AudioFormat,
  AudioFormats,
  ClientMessage,
  ClientUsage,
  CloseCode,
  OutputFormat,
  ConversationState,
  PlaybackMessage,
  ResumeMessage,
  ServerMessage,
  ServerMessageBody,
  Stamped,
} from '../core/protocol.ts';
export type {
  CallState,
  RequestedOutputFormat,
  SessionState,
  StartSessionRequest,
  StartSessionResponse,
} from '../core/sessionRequests.ts';
export { CLOSE_CODES, PROTOCOL, TOKEN_PREFIX, WIRE_FRAME_MS, WIRE_SAMPLE_RATES } from '../core/protocol.ts';
export type {
  LineAction,
  MediaAdapter,
  MediaCapabilities,
  MediaCodec,
  PeerFormat,
  PeerInput,
  PeerUpdate,
  PeerMessage,
  PeerOutput,
  SessionRules,
  UpdateRules,
} from '../core/mediaAdapter.ts';
export type { PeerOptions } from './adapters/peers.ts';
export type { RealtimeOptions, RealtimeUpdates } from './adapters/realtime/realtimeOptions.ts';
export type { RtviOptions } from './adapters/rtvi/rtviOptions.ts';
export type { JambonzOptions } from './adapters/jambonz/jambonzCarrier.ts';
export type { PlivoOptions } from './adapters/plivo/plivoCarrier.ts';
export type { TelnyxOptions } from './adapters/telnyx/telnyxCarrier.ts';
export type { VonageOptions } from './adapters/vonage/vonageCarrier.ts';
export type { CarrierOptions } from './adapters/telephone/carrierSettings.ts';
export type { DurationOption } from './common/options.ts';
export type { CarriersOptions } from './adapters/carriers.ts';
export type { AsteriskOptions } from './adapters/asterisk/asteriskLine.ts';
export type { ExotelOptions } from './adapters/exotel/exotelLine.ts';
export type { TransferOptions } from './adapters/telephone/carrierSettings.ts';
export type { TwilioOptions } from './adapters/twilio/twilioCarrier.ts';
export type { ApiKey, Scope } from '../keys/apiKey.ts';
export type { Authenticate, AuthenticateContext, Caller } from './callers/caller.ts';
export type { CallerOptions } from './callers/createAuthenticate.ts';
export type { CheckpointOptions } from './checkpoints/options.ts';
export type { ClusterOptions } from './cluster/options.ts';
export type { ServedAgent } from './calls/call.ts';
export type { CallCounters } from './calls/callCounters.ts';
export type { SessionResource } from './http/resources.ts';
export { drain } from './life/drains.ts';
export type { AdmissionLimitOptions } from './admission/limits.ts';
export type { TlsOptions } from './connections/createApp.ts';
export type { ConnectionOptions } from './connections/limits.ts';
export type { LifeOptions } from './life/timeouts.ts';
export { ConnectionError } from './protocols/connectionError.ts';
export type { ConnectionErrorCode } from './protocols/connectionError.ts';
export type { LogOptions } from './logs/logSession.ts';
export type { UsageResource } from './usage/usageResource.ts';
export type { AntiphonOptions } from './plugin.ts';
export { PROBLEMS } from './problems/problem.ts';
export type { Fault, ProblemBody, ProblemCode } from './problems/problem.ts';
export { antiphon, serve } from './lazyServer.ts';
export type { PageText } from './demo/demoPage.ts';
export type { RunningServer, ServeOptions } from './serve.ts';
export type { TokenOptions } from './tokens/options.ts';
export { secretsFromFile } from './tokens/secrets.ts';
export type { TokenSecrets } from './tokens/secrets.ts';
export { webSocketOptions } from './connections/webSocket.ts';
