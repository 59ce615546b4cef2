import type { AudioFormat, AudioFormats, OutputFormat } from './protocol.ts';

/** The agent's audio in a request. */
export interface RequestedOutputFormat extends AudioFormat {
  /** Length of the longest binary frame, in ms. Default: 20. */
  readonly frame_ms?: OutputFormat['frame_ms'] | undefined;
}

/** Body of `POST /v1/sessions`. */
export interface StartSessionRequest {
  /** Passed to `configure_session`. Default {}. */
  readonly custom_data?: Readonly<Record<string, unknown>> | undefined;
  readonly transport?:
    | {
        readonly type: 'websocket';
        /** The protocol of the client: `antiphon.v1`, or that of an adapter of the server. */
        readonly protocol: string;
        readonly audio?:
          | { readonly input?: AudioFormat | undefined; readonly output?: RequestedOutputFormat | undefined }
          | undefined;
      }
    | undefined;
  /** In seconds, from 1 to 86400. Default 3600. */
  readonly max_duration?: number | undefined;
}

/** Body of the answer to `POST /v1/sessions`; `GET /v1/sessions/{id}` has the same fields and more, without the token. */
export interface StartSessionResponse {
  readonly session_id: string;
  readonly state: SessionState;
  /** RFC 3339, in UTC. */
  readonly created_at: string;
  readonly expires_at: string;
  readonly transport: {
    readonly type: 'websocket';
    readonly url: string;
    readonly protocol: string;
    /** Lets one client join once, within 60 s. */
    readonly token: string;
    readonly audio: AudioFormats;
  };
}

/** The state of a session on its server. `disconnected`: its client is away, and may resume it. */
export type CallState = 'created' | 'connecting' | 'active' | 'disconnected' | 'ending' | 'ended';

/** The state of a session of a service. `suspended`: its server has died, and another one goes on with it when its client comes. */
export type SessionState = CallState | 'suspended';
