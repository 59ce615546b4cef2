import type { FastifyBaseLogger } from 'fastify';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import type { AudioFormats } from '../../core/protocol.ts';
import type { Usage } from '../../core/usage.ts';
import type { Agent } from '../../session/agent.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import type { Session, SessionOptions } from '../../session/session.ts';
import type { CallerHeaders } from '../../session/telemetry.ts';
import type { Admission } from '../admission/admission.ts';
import type { LoopMonitor } from '../admission/loopMonitor.ts';
import type { Caller } from '../callers/caller.ts';
import type { Checkpoints } from '../checkpoints/checkpoints.ts';
import type { TakenLine } from '../checkpoints/takeOver.ts';
import type { ReturnPlace } from '../protocols/returnPlaces.ts';
import type { Timeouts } from '../life/timeouts.ts';
import type { MediaSocket } from '../media/fromSocket.ts';
import type { MediaConnection } from '../media/mediaConnection.ts';
import type { BufferedAudio } from '../media/outbox.ts';
import type { Welcome } from '../media/presence.ts';
import type { Return } from '../media/resume.ts';
import type { CallObserver } from '../observer/createObserver.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { CallCounters } from './callCounters.ts';
import type { CallStatus } from '../life/callStatus.ts';
import type { Leave, LeftBehind } from './startClaimed.ts';

/** An agent with any session data. */
export type ServedAgent = Omit<Agent<never>, 'configure_session'> & Pick<Agent<object>, 'configure_session'>;

/** Settings shared by all calls of a server. */
export interface CallSetup
  extends Omit<SessionOptions, 'id' | 'resumeFrom' | 'checkpointBytes'>,
    Pick<LeftBehind, 'claimEnded'> {
  readonly agent: ServedAgent;
  /** Called with each session before it starts. @default nothing */
  readonly prepare?: ((session: Session) => void) | undefined;
  readonly log: FastifyBaseLogger;
  readonly timeouts: Timeouts;
  readonly loop: LoopMonitor;
  readonly admission: Admission;
  readonly observer: CallObserver;
  /** The tokens of its calls. They are forgotten when the call has ended. */
  readonly tokens: Pick<Tokens, 'forget'>;
  /** Keeps the sessions for other servers. @default the sessions end with this server */
  readonly checkpoints?: Pick<Checkpoints, 'maxBytes' | 'follow' | 'claim' | 'handOver' | 'deleted'> | undefined;
  /** Returns the other addresses at which a client can continue the session. */
  readonly addressesOf?: ((place: ReturnPlace) => readonly string[]) | undefined;
  /**
   * Makes this server the owner of a session whose server has died. Returns a function that releases it.
   *
   * @default there are no other servers
   */
  readonly claimTaken?: ((session: string, key: string) => Promise<Leave>) | undefined;
  /**
   * Makes this server the owner of a session among other servers. Returns a function that releases it.
   *
   * @default there are no other servers
   */
  readonly claim?: ((session: string, caller: Caller) => Promise<Leave>) | undefined;
}

/** The validated request of `POST /v1/sessions`. */
export interface CallRequest extends TakenLine {
  /** The id of the session, which must be unguessable. @default a random id */
  readonly id?: string | undefined;
  readonly caller: Caller;
  readonly custom_data: Record<string, unknown>;
  readonly audio: AudioFormats;
  /** Whether the client can return over another socket, if its adapter `returns`. @default false */
  readonly returns?: boolean | undefined;
  /** The longest duration, in seconds. */
  readonly max_duration: number;
  /** The headers for the trace of the caller. */
  readonly headers?: CallerHeaders | undefined;
  /**
   * Called when the session is configured, before it becomes available. If it rejects, the start fails.
   *
   * @default no confirmation
   */
  readonly confirm?: (() => Promise<void>) | undefined;
}

/** The data of a call that remain available after it has ended. */
export interface CallRecord {
  readonly id: string;
  /** The name of the caller that started it. */
  readonly owner: string;
  readonly createdAt: Date;
  /** The time at which the call ends at the latest. */
  readonly expiresAt: Date;
  /** The protocol of its client. */
  readonly protocol: string;
  readonly audio: AudioFormats;
  readonly status: CallStatus;
  readonly counters: CallCounters;
  readonly usage: Usage;
}

/** A running session, and the connection to its client. */
export interface OpenCall {
  /** The adapter of the client. */
  readonly adapter: MediaAdapter;
  readonly session: Session;
  readonly connection: MediaConnection;
}

/** A session and the connection of its client. */
export interface LiveCall extends CallRecord {
  readonly custom_data: Readonly<Record<string, unknown>>;
  /** Reserves the call for the client whose token was accepted. */
  admit(): void;
  /**
   * Accepts the socket of the admitted client. Without `welcome`, the client cannot resume the session. `adapter` is
   * the client's protocol, if it depends on the way in which the client connects.
   */
  join(socket: MediaSocket, welcome?: Welcome, adapter?: MediaAdapter): void;
  /** Whether a client that loses its connection can resume the session. */
  readonly isResumable: boolean;
  /** Accepts another socket from the client. */
  resume(socket: MediaSocket, returning: Return): void;
  /** The adapter of the client. Once the client has joined, it is the adapter with which it joined. */
  readonly adapter: MediaAdapter;
  /**
   * Accepts another socket from a client that starts afresh with each socket. With `welcome`, it can return once more.
   */
  rejoin(socket: MediaSocket, welcome?: Welcome): void;
  /**
   * Tells the client that the session ends within `ms`, because the server is shutting down. Ends a session that nobody
   * has joined.
   */
  drain(ms: number): void;
  /** Ends the session. Later reasons are ignored. */
  close(reason: SessionEndReason): void;
  /** Returns the audio that the client has not received. */
  buffered(): BufferedAudio;
  /** Returns the running session and its connection. */
  opened(): OpenCall | undefined;
  /** Closes the client's socket, even if the session has not ended. */
  disconnect(): void;
  /** Resolves when the session has ended. */
  readonly ended: Promise<void>;
}
