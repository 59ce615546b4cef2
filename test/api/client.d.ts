// src/core/sessionRequests.d.ts
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

// src/client/call.d.ts
export type AudioState = 'running' | 'paused';
export interface Call {
    readonly state: CallPhase;
    readonly kept: KeptSession | null;
    start(): Promise<void>;
    say(text: string): void;
    mute(muted: boolean): void;
    press(digit: Digit): void;
    commit(): void;
    clear(): void;
    interrupt(): void;
    end(): Promise<void>;
    on<Name extends keyof CallEvents>(name: Name, listener: (event: CallEvents[Name]) => void): () => void;
}
export interface CallEnd {
    readonly reason: string;
    readonly code: number;
}
export interface CallEvents {
    readonly state: CallPhase;
    readonly message: ServerMessage;
    readonly level: {
        readonly input: number;
        readonly output: number;
    };
    readonly playback: Playback;
    readonly audio: AudioState;
    readonly error: CallError;
    readonly ended: CallEnd;
}
export interface CallOptions {
    readonly sessionsUrl?: string | undefined;
    readonly startSession?: StartSession | undefined;
    readonly resume?: KeptSession | undefined;
    readonly customData?: Readonly<Record<string, unknown>> | undefined;
    readonly microphone?: boolean | undefined;
    readonly frameMs?: 20 | 40 | 60 | undefined;
}
export type CallPhase = 'idle' | 'starting' | 'live' | 'reconnecting' | 'ended';
export interface Playback {
    readonly utteranceId: string;
    readonly playedSamples: number;
    readonly sampleRate: number;
    readonly playing: boolean;
}

// src/core/digit.d.ts
export type Digit = (typeof DIGITS)[number];

// src/client/createCall.d.ts
export declare function createCall({ sessionsUrl, startSession, resume, customData, microphone, frameMs, }?: CallOptions): Call;

// src/client/keptSession.d.ts
export declare function isResumable({ url, keptMs, waitMs }: KeptSession): Promise<boolean>;
export interface KeptSession {
    readonly url: string;
    readonly otherUrls: readonly string[];
    readonly token: string;
    readonly sampleRate: number;
    readonly keptMs: number;
    readonly waitMs: number;
}

// src/client/errors.d.ts
export declare class CallError extends Error {
    readonly name: string;
    readonly code: CallErrorCode;
    constructor(code: CallErrorCode, message: string, options?: ErrorOptions);
}
export type CallErrorCode = 'microphone_refused' | 'microphone_missing' | 'microphone_busy' | 'audio_unavailable' | 'audio_paused' | 'server_unreachable' | 'session_refused' | 'connection_lost';

// src/client/sessions.d.ts
export type StartSession = (request: StartSessionRequest, signal: AbortSignal) => Promise<Pick<StartSessionResponse, 'transport'>>;

// src/client/transcript/agentLine.d.ts
export declare function splitHeard(line: AgentLine, msPerCharacter: number): {
    readonly heard: string;
    readonly coming: string;
};

// src/client/transcript/lines.d.ts
export interface AgentLine {
    readonly kind: 'agent';
    readonly key: string;
    readonly atMs: number;
    readonly utterance: string;
    readonly repeatedChars: number;
    readonly text: string;
    readonly cut: string;
    readonly playedMs: number;
    readonly state: 'coming' | 'audible' | 'over';
}
export interface CallNote {
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
    readonly result: string | null;
    readonly acknowledged?: string | undefined;
    readonly progress?: string | undefined;
}
export interface CallsLine {
    readonly kind: 'calls';
    readonly key: string;
    readonly atMs: number;
    readonly calls: readonly CallNote[];
}
export type Line = UserLine | AgentLine | CallsLine;
export interface UserLine {
    readonly kind: 'user';
    readonly key: string;
    readonly atMs: number;
    readonly text: string;
}

// src/client/transcript/transcript.d.ts
export declare function addPlayback(transcript: Transcript, { utteranceId, playedSamples, sampleRate }: Playback): Transcript;
export declare function addToTranscript(transcript: Transcript, message: ServerMessage): Transcript;
export declare const emptyTranscript: Transcript;
export interface PendingTranscript {
    readonly utterance: string;
    readonly text: string;
    readonly final: boolean;
}
export interface Transcript {
    readonly lines: readonly Line[];
    readonly earlier: readonly Line[];
    readonly pending: readonly PendingTranscript[];
    readonly msPerCharacter: number;
}
