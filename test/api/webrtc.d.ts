// src/webrtc/createWebRtc.d.ts
export declare function createWebRtc(options?: WebRtcOptions): WebRtc;

// src/webrtc/options.d.ts
export interface IceServer {
    readonly urls: string | readonly string[];
    readonly username?: string | undefined;
    readonly credential?: string | undefined;
}
export interface WebRtcOptions {
    readonly ice_servers?: readonly IceServer[] | undefined;
    readonly allow_private_candidates?: boolean | undefined;
    readonly addresses?: readonly string[] | undefined;
    readonly port_range?: readonly [number, number] | undefined;
    readonly on_failure?: ((error: AntiphonError) => void) | undefined;
}

// src/server/webrtc/webRtc.d.ts
export type RtcAnswer = {
    readonly kind: 'refused';
    readonly detail: string;
} | {
    readonly kind: 'answered';
    readonly sdp: string;
    readonly close: () => void;
};
export interface RtcClient {
    readonly adapter: MediaAdapter;
    readonly label?: string | undefined;
    readonly audio: AudioFormats;
    opened(socket: MediaSocket): void;
    ended(): void;
}
export interface WebRtc {
    adapt(base: MediaAdapter): MediaAdapter;
    answer(offer: string, client: RtcClient): Promise<RtcAnswer>;
    close(): void;
}

// src/server/media/fromSocket.d.ts
export interface MediaSocket {
    readonly bufferedAmount: number;
    send(data: string | Uint8Array, left: () => void): void;
    ping(): void;
    close(code: number, reason: string): void;
    on(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
    on(event: 'close', listener: (code?: number) => void): unknown;
    on(event: 'ping' | 'pong' | 'error', listener: () => void): unknown;
    off(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
    off(event: 'close', listener: (code?: number) => void): unknown;
    off(event: 'ping' | 'pong' | 'error', listener: () => void): unknown;
}
