import type { AudioFormat, AudioFormats, OutputFormat } from './protocol.ts';

/** The format of the agent's audio in a request. */
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
        /** The client's protocol: `antiphon.v1`, or that of one of the server's adapters. */
        readonly protocol: string;
        readonly audio?:
          | { readonly input?: AudioFormat | undefined; readonly output?: RequestedOutputFormat | undefined }
          | undefined;
      }
    | undefined;
  /** In seconds, from 1 to 86400. Default 3600. */
  readonly max_duration?: number | undefined;
}

/** Response body of `POST /v1/sessions`. `GET /v1/sessions/{id}` returns more fields, but no token. */
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
    /** Allows one client to join, once, within 60 s. */
    readonly token: string;
    readonly audio: AudioFormats;
  };
}

/**
 * The state of a session on its server. `disconnected`: its client has lost the connection and may resume the session.
 */
export type CallState = 'created' | 'connecting' | 'active' | 'disconnected' | 'ending' | 'ended';

/**
 * The state of a session of a service. `suspended`: its server has died; another server continues it when its client
 * returns.
 */
export type SessionState = CallState | 'suspended';
