import type { FastifyBaseLogger } from 'fastify';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import type { LineActions } from '../../core/ports.ts';
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
import type { ReturnPlace } from '../http/returnPlaces.ts';
import type { Timeouts } from '../life/timeouts.ts';
import type { MediaSocket } from '../media/fromSocket.ts';
import type { MediaConnection } from '../media/mediaConnection.ts';
import type { BufferedAudio } from '../media/outbox.ts';
import type { UpdateSettings } from '../media/peerUpdates.ts';
import type { Welcome } from '../media/presence.ts';
import type { Return } from '../media/resume.ts';
import type { CallObserver } from '../observer/createObserver.ts';
import type { Tokens } from '../tokens.ts';
import type { CallCounters } from './callCounters.ts';
import type { CallStatus } from './callStatus.ts';
import type { Leave, LeftBehind } from './startClaimed.ts';

/** An agent with any session data. */
export type ServedAgent = Omit<Agent<never>, 'configure_session'> & Pick<Agent<object>, 'configure_session'>;

/** Settings that all calls of a server share. */
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
  /** The tokens of its calls: those of a call that has ended are forgotten. */
  readonly tokens: Pick<Tokens, 'forget'>;
  /** Keeps the sessions for other servers. @default they end with this one */
  readonly checkpoints?: Pick<Checkpoints, 'maxBytes' | 'follow' | 'claim' | 'handOver' | 'deleted'> | undefined;
  /** Returns where else a client can go on with a session. */
  readonly addressesOf?: ((place: ReturnPlace) => readonly string[]) | undefined;
  /** Makes the server the owner of a session of one that has died. Returns what ends that. @default there are no others */
  readonly claimTaken?: ((session: string, key: string) => Promise<Leave>) | undefined;
  /** Makes the server the owner of a session among other servers. Returns what ends that. @default there are no others */
  readonly claim?: ((session: string, caller: Caller) => Promise<Leave>) | undefined;
}

/** The validated request of `POST /v1/sessions`. */
export interface CallRequest {
  /** The id of its session, which nobody can guess. @default a random one */
  readonly id?: string | undefined;
  readonly caller: Caller;
  readonly custom_data: Record<string, unknown>;
  readonly audio: AudioFormats;
  /** The protocol of its client. @default antiphon.v1 */
  readonly adapter?: MediaAdapter | undefined;
  /** What the line of its client can do. @default nothing */
  readonly actions?: LineActions | undefined;
  /** What its client may change. @default nothing */
  readonly updates?: UpdateSettings | undefined;
  /** Whether its client can come back over another socket, as its adapter `returns`. @default false */
  readonly returns?: boolean | undefined;
  /** The longest duration, in seconds. */
  readonly max_duration: number;
  /** For the trace of the caller. */
  readonly headers?: CallerHeaders | undefined;
}

/** A client of another protocol whose session is taken over: it comes back over another socket. */
export type TakenLine = Pick<CallRequest, 'adapter' | 'actions' | 'updates'>;

/** Data of a call that are still known after it has ended. */
export interface CallRecord {
  readonly id: string;
  /** The name of the caller that started it. */
  readonly owner: string;
  readonly createdAt: Date;
  /** The call ends at this time at the latest. */
  readonly expiresAt: Date;
  /** The protocol of its client. */
  readonly protocol: string;
  readonly audio: AudioFormats;
  readonly status: CallStatus;
  readonly counters: CallCounters;
  readonly usage: Usage;
}

/** A session that runs, and the connection to its client. */
export interface OpenCall {
  /** The adapter of its client. */
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
   * Accepts the socket of the admitted client. Without `welcome`, it cannot resume the session. `adapter`: its protocol, if its
   * way to the server makes a difference.
   */
  join(socket: MediaSocket, welcome?: Welcome, adapter?: MediaAdapter): void;
  /** True if a client whose connection is lost can resume the session. */
  readonly isResumable: boolean;
  /** Accepts a further socket of the client. */
  resume(socket: MediaSocket, returning: Return): void;
  /** The adapter of its client: that of its way to the server, once it has joined. */
  readonly adapter: MediaAdapter;
  /** Accepts a further socket of a client that begins anew with each. `welcome`: it can come back once more. */
  rejoin(socket: MediaSocket, welcome?: Welcome): void;
  /** Tells the client that the session ends in `ms` at the latest, as the server goes away. Ends a session that nobody has joined. */
  drain(ms: number): void;
  /** Ends the session; later reasons are ignored. */
  close(reason: SessionEndReason): void;
  /** Returns the audio that the client has not got. */
  buffered(): BufferedAudio;
  /** Returns the session that runs, and its connection. */
  opened(): OpenCall | undefined;
  /** Closes the client's socket, even if the session has not ended. */
  disconnect(): void;
  /** Resolves when the session has ended. */
  readonly ended: Promise<void>;
}
