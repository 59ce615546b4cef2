// src/core/protocol.d.ts
export interface AcknowledgedResult {
    readonly tool_call_id: string;
    readonly content: string;
    readonly policy: ResultPolicy;
}
export interface AudioFormat {
    readonly encoding: 'pcm_s16le';
    readonly sample_rate: (typeof WIRE_SAMPLE_RATES)[number];
}
export interface AudioFormats {
    readonly input: AudioFormat;
    readonly output: OutputFormat;
}
export type ClientMessage = ResumeMessage | PlaybackMessage | {
    readonly type: 'playback.cleared';
    readonly utterance_id: string;
    readonly clear_id: number;
    readonly played_samples: number;
}
 | {
    readonly type: 'input.text';
    readonly text: string;
}
 | {
    readonly type: 'input.digit';
    readonly digit: Digit;
}
 | {
    readonly type: 'input.commit' | 'input.clear';
} | {
    readonly type: 'input.mute' | 'input.unmute' | 'agent.interrupt' | 'session.end';
}
 | {
    readonly type: 'ping';
    readonly t: number;
};
export interface ClientUsage {
    readonly stt_seconds: number;
    readonly tts_characters: number;
    readonly heard_characters: number;
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly wasted_tokens: number;
}
export type CloseCode = keyof typeof CLOSE_CODES;
export interface OutputFormat extends AudioFormat {
    readonly frame_ms: (typeof WIRE_FRAME_MS)[number];
}
export interface ConversationState {
    readonly user: 'silent' | 'speaking' | 'endpointing';
    readonly agent: 'idle' | 'thinking' | 'speaking' | 'executing_functions' | 'interrupted';
}
export interface PlaybackMessage {
    readonly type: 'playback.started' | 'playback.position' | 'playback.finished';
    readonly utterance_id: string;
    readonly played_samples: number;
    readonly output_latency_ms?: number | undefined;
}
export interface ResumeMessage {
    readonly type: 'session.resume';
    readonly last_seq: number;
    readonly utterance_id?: string | undefined;
    readonly played_samples?: number | undefined;
}
export type ServerMessage = Stamped<ServerMessageBody>;
export type ServerMessageBody = {
    readonly type: 'session.started';
    readonly session_id: string;
    readonly audio: AudioFormats;
    readonly resume_token?: string | undefined;
    readonly resume_urls?: readonly string[] | undefined;
    readonly resume_timeout_ms?: number | undefined;
}
 | {
    readonly type: 'session.resumed';
    readonly session_id: string;
    readonly audio: AudioFormats;
    readonly resume_token: string;
    readonly resume_urls?: readonly string[] | undefined;
    readonly latest_seq: number;
    readonly received_samples: number;
    readonly received_texts: number;
}
 | {
    readonly type: 'session.snapshot';
    readonly messages: readonly HistoryMessage[];
    readonly state: ConversationState;
}
 | {
    readonly type: 'session.draining';
    readonly deadline_ms: number;
    readonly resume_urls?: readonly string[] | undefined;
}
 | {
    readonly type: 'session.ended';
    readonly reason: string;
    readonly usage?: ClientUsage | undefined;
}
 | {
    readonly type: 'user.speech_started' | 'user.speech_stopped';
    readonly audio_ms: number;
}
 | {
    readonly type: 'user.transcript';
    readonly utterance_id: string;
    readonly text: string;
    readonly final: boolean;
}
 | {
    readonly type: 'agent.thinking';
    readonly turn: number;
}
 | {
    readonly type: 'agent.thought';
    readonly turn: number;
    readonly reason: EndReason;
}
 | {
    readonly type: 'agent.done';
    readonly turn: number;
    readonly reason: EndReason;
}
 | {
    readonly type: 'agent.speech_started';
    readonly utterance_id: string;
} | {
    readonly type: 'agent.text';
    readonly utterance_id: string;
    readonly delta: string;
    readonly repeated_chars?: number | undefined;
}
 | {
    readonly type: 'agent.speech_stopped';
    readonly utterance_id: string;
    readonly reason: 'complete' | 'cut';
    readonly heard?: HeardBy | undefined;
}
 | {
    readonly type: 'agent.interrupted';
    readonly utterance_id: string;
    readonly text: string;
    readonly played_samples: number;
    readonly heard?: HeardBy | undefined;
} | {
    readonly type: 'message.added';
    readonly message: HistoryMessage;
    readonly heard?: HeardBy | undefined;
} | {
    readonly type: 'function_calls.collected';
    readonly function_calls: readonly FunctionCall[];
}
 | {
    readonly type: 'function_calls.acknowledged';
    readonly results: readonly AcknowledgedResult[];
}
 | {
    readonly type: 'function_calls.progress';
    readonly tool_call_id: string;
    readonly content: string;
} | {
    readonly type: 'function_calls.executed';
    readonly results: readonly FunctionResult[];
}
 | {
    readonly type: 'metrics';
    readonly turn: number;
    readonly heard: boolean;
    readonly total_ms: number;
    readonly parts_ms: Metric['parts'];
    readonly usage: ChunkUsage | null;
    readonly session_usage?: ClientUsage | undefined;
    readonly function_silence_ms?: number | undefined;
}
 | {
    readonly type: 'audio.start';
    readonly utterance_id: string;
    readonly sample_rate: number;
    readonly first_sample?: number | undefined;
} | {
    readonly type: 'audio.end';
    readonly utterance_id: string;
    readonly samples: number;
}
 | {
    readonly type: 'clear';
    readonly utterance_id: string;
    readonly clear_id: number;
} | {
    readonly type: 'error';
    readonly code: string;
    readonly message: string;
    readonly fatal: boolean;
} | {
    readonly type: 'pong';
    readonly t: number;
};
export type Stamped<Body> = Body & {
    readonly seq: number;
    readonly t_ms: number;
};
export declare const CLOSE_CODES: {
    readonly 1000: 'the session has ended';
    readonly 1001: 'the server is shutting down: another server continues the session';
    readonly 1009: 'a message is larger than 64 KiB';
    readonly 1011: 'the server failed';
    readonly 1012: 'the server is shutting down: start another session';
    readonly 4400: 'protocol_error: the client sent an invalid message';
    readonly 4401: 'token: missing, wrong, expired, already used, or for another session';
    readonly 4403: 'origin: this page may not connect';
    readonly 4404: 'session: not found';
    readonly 4408: 'timeout: the client no longer answers';
    readonly 4409: 'already connected';
    readonly 4413: 'slow_consumer: the client reads too slowly';
    readonly 4429: 'input_rate: the client sends too much';
    readonly 4500: 'handler_failed: the agent failed';
    readonly 4502: 'provider_failed: a speech provider failed';
};
export declare const PROTOCOL = "antiphon.v1";
export declare const TOKEN_PREFIX = "antiphon.token.";
export declare const WIRE_FRAME_MS: readonly [20, 40, 60];
export declare const WIRE_SAMPLE_RATES: readonly [8000, 16000, 24000, 48000];

// src/core/sessionRequests.d.ts
export type CallState = 'created' | 'connecting' | 'active' | 'disconnected' | 'ending' | 'ended';
export interface RequestedOutputFormat extends AudioFormat {
    readonly frame_ms?: OutputFormat['frame_ms'] | undefined;
}
export type SessionState = CallState | 'suspended';
export interface StartSessionRequest {
    readonly custom_data?: Readonly<Record<string, unknown>> | undefined;
    readonly transport?: {
        readonly type: 'websocket';
        readonly protocol: string;
        readonly audio?: {
            readonly input?: AudioFormat | undefined;
            readonly output?: RequestedOutputFormat | undefined;
        } | undefined;
    } | undefined;
    readonly max_duration?: number | undefined;
}
export interface StartSessionResponse {
    readonly session_id: string;
    readonly state: SessionState;
    readonly created_at: string;
    readonly expires_at: string;
    readonly transport: {
        readonly type: 'websocket';
        readonly url: string;
        readonly protocol: string;
        readonly token: string;
        readonly audio: AudioFormats;
    };
}

// src/core/mediaAdapter.d.ts
export type LineAction = {
    readonly kind: 'sendDigits';
    readonly digits: string;
} | {
    readonly kind: 'transfer';
    readonly target: string;
} | {
    readonly kind: 'hangUp';
};
export interface MediaAdapter {
    readonly protocol: string;
    readonly capabilities: MediaCapabilities;
    createCodec(audio: AudioFormats, rules: SessionRules): MediaCodec;
}
export interface MediaCapabilities {
    readonly audio: {
        readonly input: readonly PeerFormat[];
        readonly output: readonly PeerFormat[];
    };
    readonly heard: HeardBy;
    readonly clears: boolean;
    readonly maxLeadMs?: number | undefined;
    readonly digits: boolean;
    readonly actions?: readonly LineAction['kind'][] | undefined;
    readonly resumes: boolean;
    readonly returns?: boolean | undefined;
    readonly tracks?: boolean | undefined;
    readonly audioIn: 'binary' | 'text';
    readonly continuous?: boolean | undefined;
    readonly opens: 'server' | 'peer';
}
export interface MediaCodec {
    decode(message: PeerMessage): readonly PeerInput[];
    takeAudio?(frame: AudioFrame): readonly PeerInput[];
    encode(output: PeerOutput): readonly PeerMessage[];
    endRound?(utterance: string, ms: number): readonly PeerMessage[];
    addWords?(utterance: string, words: readonly WordTiming[]): readonly PeerMessage[];
    act?(action: LineAction): readonly PeerMessage[];
}
export interface PeerFormat {
    readonly encoding: 'pcm_s16le' | 'mulaw' | 'alaw' | 'opus';
    readonly sample_rate: AudioFormat['sample_rate'];
}
export type PeerInput = {
    readonly kind: 'audio';
    readonly frame: AudioFrame;
}
 | {
    readonly kind: 'gap';
    readonly ms: number;
} | {
    readonly kind: 'message';
    readonly message: ClientMessage;
} | {
    readonly kind: 'mark';
    readonly name: string;
} | {
    readonly kind: 'opened';
} | {
    readonly kind: 'update';
    readonly update: PeerUpdate;
}
 | {
    readonly kind: 'turn';
    readonly frames: readonly AudioFrame[];
}
 | {
    readonly kind: 'respond';
} | {
    readonly kind: 'add_messages';
    readonly messages: readonly AddedMessage[];
}
 | {
    readonly kind: 'function_result';
    readonly id: string;
    readonly content: string;
}
 | {
    readonly kind: 'reply';
    readonly message: PeerMessage;
};
export interface PeerUpdate {
    readonly instructions?: string | undefined;
    readonly tools?: readonly Tool[] | undefined;
    readonly manualTurns?: boolean | undefined;
    readonly voice?: string | null | undefined;
}
export type PeerMessage = string | Uint8Array;
export type PeerOutput = {
    readonly kind: 'message';
    readonly message: ServerMessage;
} | {
    readonly kind: 'audio';
    readonly samples: Int16Array;
} | {
    readonly kind: 'mark';
    readonly name: string;
};
export interface SessionRules {
    readonly allowsInterruptions: boolean;
    readonly updates?: UpdateRules | undefined;
}
export interface UpdateRules {
    readonly instructions: boolean;
    readonly tools: boolean;
    readonly history?: boolean | undefined;
    readonly voices: readonly string[];
    readonly functions: readonly string[];
}

// src/server/adapters/peers.d.ts
export interface PeerOptions extends CarriersOptions {
    readonly adapters?: readonly MediaAdapter[] | undefined;
    readonly realtime?: RealtimeOptions | undefined;
    readonly rtvi?: RtviOptions | undefined;
    readonly webrtc?: WebRtc | undefined;
}

// src/server/adapters/realtime/realtimeOptions.d.ts
export interface RealtimeOptions extends DurationOption {
    readonly updates?: RealtimeUpdates | undefined;
}
export interface RealtimeUpdates {
    readonly instructions?: boolean | undefined;
    readonly tools?: boolean | undefined;
    readonly history?: boolean | undefined;
    readonly voices?: Readonly<Record<string, TtsConfig>> | undefined;
}

// src/server/adapters/rtvi/rtviOptions.d.ts
export interface RtviOptions extends DurationOption {
    readonly report_functions?: 'ids' | 'names' | 'all' | undefined;
}

// src/server/adapters/jambonz/jambonzCarrier.d.ts
export interface JambonzOptions extends CarrierOptions, TransferOptions {
    readonly webhook_secret: string;
    readonly api_key?: string | undefined;
    readonly api_url?: string | undefined;
}

// src/server/adapters/plivo/plivoCarrier.d.ts
export interface PlivoOptions extends CarrierOptions, TransferOptions {
    readonly auth_token: string;
    readonly auth_id?: string | undefined;
    readonly api_url?: string | undefined;
}

// src/server/adapters/telnyx/telnyxCarrier.d.ts
export interface TelnyxOptions extends CarrierOptions, TransferOptions {
    readonly public_key: string;
    readonly api_key?: string | undefined;
    readonly api_url?: string | undefined;
}

// src/server/adapters/vonage/vonageCarrier.d.ts
export interface VonageOptions extends CarrierOptions, TransferOptions {
    readonly signature_secret: string;
    readonly application_id?: string | undefined;
    readonly private_key?: string | undefined;
    readonly api_url?: string | undefined;
}

// src/server/adapters/telephone/carrierSettings.d.ts
export interface CarrierOptions extends DurationOption {
    readonly max_starts_per_minute?: number | undefined;
    readonly max_share?: number | undefined;
}
export interface TransferOptions {
    readonly transfer_timeout?: number | undefined;
    readonly transfer_caller_id?: string | undefined;
}

// src/server/common/options.d.ts
export interface DurationOption {
    readonly max_duration?: number | undefined;
}

// src/server/adapters/carriers.d.ts
export interface CarriersOptions {
    readonly twilio?: TwilioOptions | undefined;
    readonly telnyx?: TelnyxOptions | undefined;
    readonly plivo?: PlivoOptions | undefined;
    readonly vonage?: VonageOptions | undefined;
    readonly jambonz?: JambonzOptions | undefined;
    readonly asterisk?: AsteriskOptions | undefined;
    readonly exotel?: ExotelOptions | undefined;
}

// src/server/adapters/asterisk/asteriskLine.d.ts
export interface AsteriskOptions extends DurationOption {
    readonly password: string;
}

// src/server/adapters/exotel/exotelLine.d.ts
export interface ExotelOptions extends DurationOption {
    readonly password: string;
}

// src/server/adapters/twilio/twilioCarrier.d.ts
export interface TwilioOptions extends CarrierOptions, TransferOptions {
    readonly auth_token: string;
    readonly api_url?: string | undefined;
    readonly signed_streams?: boolean | undefined;
}

// src/keys/apiKey.d.ts
export interface ApiKey {
    readonly name: string;
    readonly hash: string;
    readonly scopes: readonly Scope[];
    readonly max_sessions?: number | undefined;
    readonly max_starts_per_minute?: number | undefined;
}
export type Scope = 'sessions:start' | 'sessions:read' | 'metrics';

// src/server/callers/caller.d.ts
export type Authenticate = (request: FastifyRequest, context: AuthenticateContext) => Caller | undefined | Promise<Caller | undefined>;
export interface AuthenticateContext {
    readonly signal: AbortSignal;
}
export type Caller = Omit<ApiKey, 'hash'>;

// src/server/callers/createAuthenticate.d.ts
export interface CallerOptions {
    readonly api_keys?: readonly ApiKey[] | undefined;
    readonly api_keys_file?: string | undefined;
    readonly authenticate?: Authenticate | undefined;
    readonly authenticate_timeout?: number | undefined;
}

// src/server/checkpoints/options.d.ts
export interface CheckpointOptions {
    readonly store: CheckpointStore;
    readonly secrets?: TokenSecrets | (() => TokenSecrets) | undefined;
    readonly max_bytes?: number | undefined;
}

// src/server/cluster/options.d.ts
export interface ClusterOptions {
    readonly directory: SessionDirectory;
    readonly url: string;
    readonly secrets: TokenSecrets | (() => TokenSecrets);
    readonly checkpoints?: CheckpointOptions | undefined;
}

// src/server/calls/call.d.ts
export type ServedAgent = Omit<Agent<never>, 'configure_session'> & Pick<Agent<object>, 'configure_session'>;

// src/server/calls/callCounters.d.ts
export interface CallCounters {
    readonly user_messages: number;
    readonly agent_messages: number;
    readonly interruptions: number;
    readonly function_calls: number;
    readonly errors: number;
}

// src/server/http/resources.d.ts
export interface SessionResource {
    readonly session_id: string;
    readonly state: SessionState;
    readonly reason?: SessionEndReason | undefined;
    readonly created_at: string;
    readonly expires_at: string;
    readonly transport: {
        readonly type: 'websocket';
        readonly url: string;
        readonly protocol: string;
        readonly audio: AudioFormats;
    };
    readonly counters?: CallCounters | undefined;
    readonly usage?: UsageResource | undefined;
}

// src/server/life/drains.d.ts
export declare function drain({ server }: FastifyInstance): Promise<void>;

// src/server/admission/limits.d.ts
export interface AdmissionLimitOptions {
    readonly max_sessions?: number | undefined;
    readonly max_loop_delay?: number | undefined;
    readonly max_heap?: number | undefined;
}

// src/server/connections/createApp.d.ts
export interface TlsOptions {
    readonly key: string | Buffer;
    readonly cert: string | Buffer;
}

// src/server/connections/limits.d.ts
export interface ConnectionOptions {
    readonly max_connections?: number | undefined;
    readonly max_connections_per_ip?: number | undefined;
    readonly header_timeout?: number | undefined;
    readonly request_timeout?: number | undefined;
    readonly keep_alive_timeout?: number | undefined;
}

// src/server/life/timeouts.d.ts
export interface LifeOptions {
    readonly join_timeout?: number | undefined;
    readonly idle_timeout?: number | undefined;
    readonly resume_timeout?: number | undefined;
    readonly drain_timeout?: number | undefined;
}

// src/server/protocols/connectionError.d.ts
export declare class ConnectionError extends Error {
    readonly name: string;
    readonly code: ConnectionErrorCode;
    constructor(code: ConnectionErrorCode, message: string);
    get closeCode(): CloseCode;
    get endReason(): SessionEndReason;
}
export type ConnectionErrorCode = 'protocol_error' | 'timeout' | 'slow_consumer' | 'input_rate' | 'internal';

// src/server/logs/logSession.d.ts
export interface LogOptions {
    readonly log_transcripts?: boolean | undefined;
}

// src/server/usage/usageResource.d.ts
export interface UsageResource {
    readonly stt: readonly {
        readonly provider: string;
        readonly model: string | null;
        readonly seconds: number;
        readonly cost?: string | undefined;
    }[];
    readonly tts: readonly {
        readonly provider: string;
        readonly model: string | null;
        readonly characters: number;
        readonly heard_characters: number;
        readonly cost?: string | undefined;
    }[];
    readonly llm: readonly {
        readonly model: string | null;
        readonly calls: number;
        readonly unreported_calls: number;
        readonly tokens: ChunkUsage;
        readonly wasted: Readonly<Record<WasteReason, ChunkUsage>>;
        readonly cost?: string | undefined;
    }[];
    readonly cost?: Cost | undefined;
}

// src/server/plugin.d.ts
export interface AntiphonOptions extends Omit<SessionOptions, 'id' | 'resumeFrom' | 'checkpointBytes'>, LifeOptions, AdmissionLimitOptions, CallerOptions, TokenOptions, LogOptions, PeerOptions {
    readonly agent: ServedAgent;
    readonly prepare?: ((session: Session) => void) | undefined;
    readonly public_url?: string | undefined;
    readonly max_unauthenticated_per_minute?: number | undefined;
    readonly prefix?: string;
    readonly allowed_origins?: readonly string[] | undefined;
    readonly cluster?: ClusterOptions | undefined;
}

// src/server/problems/problem.d.ts
export declare const PROBLEMS: {
    readonly session_elsewhere: {
        readonly status: 307;
        readonly detail: 'The session is on another node; Location has its address.';
    };
    readonly invalid_json: {
        readonly status: 400;
        readonly detail: 'The body is not JSON.';
    };
    readonly bad_request: {
        readonly status: 400;
        readonly detail: 'The request is not valid HTTP.';
    };
    readonly protocol_not_offered: {
        readonly status: 400;
        readonly detail: 'Sec-WebSocket-Protocol must offer antiphon.v1.';
    };
    readonly idempotency_key_invalid: {
        readonly status: 400;
        readonly detail: 'Idempotency-Key must be a single key of 1 to 255 ASCII characters.';
    };
    readonly unauthorized: {
        readonly status: 401;
        readonly detail: 'The request has no valid credentials.';
    };
    readonly token_invalid: {
        readonly status: 401;
        readonly detail: 'The token is missing, wrong, or belongs to another session or server.';
    };
    readonly token_expired: {
        readonly status: 401;
        readonly detail: 'The token has expired: a client must join within 60 s.';
    };
    readonly token_used: {
        readonly status: 401;
        readonly detail: 'The token has already been used: it lets one client join, once.';
    };
    readonly forbidden: {
        readonly status: 403;
        readonly detail: 'The caller may not do this.';
    };
    readonly host_not_allowed: {
        readonly status: 403;
        readonly detail: 'This server does not serve the host in the request.';
    };
    readonly origin_not_allowed: {
        readonly status: 403;
        readonly detail: 'Pages of this origin may not use this server.';
    };
    readonly not_found: {
        readonly status: 404;
        readonly detail: 'There is nothing at this address.';
    };
    readonly session_not_found: {
        readonly status: 404;
        readonly detail: 'Session not found.';
    };
    readonly method_not_allowed: {
        readonly status: 405;
        readonly detail: 'This address does not support the method; Allow lists the supported ones.';
    };
    readonly request_timeout: {
        readonly status: 408;
        readonly detail: 'The request did not arrive in time.';
    };
    readonly session_already_connected: {
        readonly status: 409;
        readonly detail: 'A client has already joined this session.';
    };
    readonly session_ended: {
        readonly status: 409;
        readonly detail: 'The session has ended.';
    };
    readonly idempotency_conflict: {
        readonly status: 409;
        readonly detail: 'The session started with this Idempotency-Key has already been joined or has ended.';
    };
    readonly payload_too_large: {
        readonly status: 413;
        readonly detail: 'The body is larger than 64 KiB.';
    };
    readonly unsupported_media_type: {
        readonly status: 415;
        readonly detail: 'The body must be application/json.';
    };
    readonly expectation_failed: {
        readonly status: 417;
        readonly detail: 'The only expectation that this server supports is 100-continue.';
    };
    readonly invalid_request: {
        readonly status: 422;
        readonly detail: 'The request breaks a rule; `errors` names each place.';
    };
    readonly config_invalid: {
        readonly status: 422;
        readonly detail: 'configure_session returned a config that breaks a rule; `errors` names each.';
    };
    readonly provider_unavailable: {
        readonly status: 422;
        readonly detail: 'A provider that the config names cannot be used; `errors` names it.';
    };
    readonly idempotency_key_reused: {
        readonly status: 422;
        readonly detail: 'This Idempotency-Key was already used with a different body.';
    };
    readonly upgrade_required: {
        readonly status: 426;
        readonly detail: 'This address accepts only WebSocket connections.';
    };
    readonly rate_limited: {
        readonly status: 429;
        readonly detail: 'The caller has made too many requests.';
    };
    readonly key_concurrency_exceeded: {
        readonly status: 429;
        readonly detail: 'The caller has reached its limit of concurrent sessions.';
    };
    readonly headers_too_large: {
        readonly status: 431;
        readonly detail: 'The request headers are larger than 16 KiB.';
    };
    readonly internal: {
        readonly status: 500;
        readonly detail: 'The server failed.';
    };
    readonly not_supported: {
        readonly status: 501;
        readonly detail: 'This server does not support this part of the API.';
    };
    readonly webrtc_not_available: {
        readonly status: 501;
        readonly detail: 'This server does not accept clients over WebRTC: its option `webrtc` is not set.';
    };
    readonly handler_failed: {
        readonly status: 502;
        readonly detail: "The agent's configure_session failed.";
    };
    readonly at_capacity: {
        readonly status: 503;
        readonly detail: 'The server has reached its limit of concurrent sessions.';
    };
    readonly overloaded: {
        readonly status: 503;
        readonly detail: 'The server is too busy for another session.';
    };
    readonly draining: {
        readonly status: 503;
        readonly detail: 'The server is shutting down.';
    };
    readonly directory_unavailable: {
        readonly status: 503;
        readonly detail: 'The session directory does not answer, and another node may have this session or have used this Idempotency-Key.';
    };
    readonly node_unavailable: {
        readonly status: 503;
        readonly detail: 'The node that has this session does not answer.';
    };
    readonly authenticate_timeout: {
        readonly status: 504;
        readonly detail: 'The server could not identify the caller in time.';
    };
    readonly configure_timeout: {
        readonly status: 504;
        readonly detail: "The agent's configure_session took too long.";
    };
};
export interface Fault {
    readonly pointer: string;
    readonly detail: string;
}
export interface ProblemBody {
    readonly type: 'about:blank';
    readonly title: string;
    readonly status: number;
    readonly code: ProblemCode;
    readonly detail: string;
    readonly errors?: readonly Fault[] | undefined;
}
export type ProblemCode = keyof typeof PROBLEMS;

// src/server/lazyServer.d.ts
export declare const antiphon: FastifyPluginAsync<AntiphonOptions>;
export declare function serve(options: ServeOptions): Promise<RunningServer>;

// src/server/demo/demoPage.d.ts
export interface PageText {
    readonly about?: string | undefined;
    readonly engines?: Readonly<Record<string, string>> | undefined;
    readonly phrases?: readonly string[] | undefined;
    readonly studio?: ((session: string) => string | Promise<string>) | undefined;
}

// src/server/serve.d.ts
export interface RunningServer {
    readonly url: string;
    drain(): Promise<void>;
    close(): Promise<void>;
}
export interface ServeOptions extends AntiphonOptions, PageText, ConnectionOptions {
    readonly port?: number | undefined;
    readonly host?: string | undefined;
    readonly tls?: TlsOptions | undefined;
    readonly trust_proxy?: boolean | string | readonly string[] | undefined;
    readonly page?: boolean | undefined;
    readonly drain_on_sigterm?: boolean | undefined;
    readonly logger?: FastifyServerOptions['logger'];
}

// src/server/tokens/options.d.ts
export interface TokenOptions {
    readonly node_id?: string | undefined;
    readonly token_secrets?: TokenSecrets | (() => TokenSecrets) | undefined;
}

// src/server/tokens/secrets.d.ts
export declare function secretsFromFile(path: string | URL, name?: string): () => TokenSecrets;
export type TokenSecrets = readonly (string | Uint8Array)[];

// src/server/connections/webSocket.d.ts
export declare const webSocketOptions: WebsocketPluginOptions;
