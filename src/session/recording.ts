import type { Observable, SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../core/errors.ts';
import type { SessionIo } from '../core/ports.ts';
import type { Agent } from './agent.ts';
import type { SessionConfig } from './config.ts';
import type { Ports } from './config/ports.ts';
import type { SessionEvent } from './events.ts';
import type { SessionEndReason } from './floor/types.ts';
import type { Edges, Taps } from './stages.ts';

/** What of an agent a conversation depends on: event handlers only listen. */
export type AnsweringAgent<SessionData extends object> = Pick<Agent<SessionData>, 'llm_response_handler' | 'functions'>;

/** All through which the world gets into a session. */
export interface Borders<SessionData extends object = never> {
  readonly agent: AnsweringAgent<SessionData>;
  readonly ports: Ports;
  readonly io: SessionIo;
  /** What the checks of the ports and of the transport found and dropped. */
  readonly errors?: Observable<AntiphonError> | undefined;
  readonly scheduler: SchedulerLike;
}

/** What is asked of a session from outside its graph. */
export type SessionRequest =
  | { readonly kind: 'start' }
  | { readonly kind: 'say'; readonly text: string; readonly first: boolean }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'end'; readonly after: 'speech' | 'now'; readonly reason: SessionEndReason };

/** What a session is made of, before anything of it runs. */
export interface NewSession<SessionData extends object> {
  readonly id: string;
  readonly config: SessionConfig<SessionData>;
  readonly borders: Borders<SessionData>;
  /** Edges with an operator spliced in. */
  readonly splices: readonly (keyof Edges)[];
  /** Stages wrapped or replaced. */
  readonly stages: readonly string[];
  /** Whether the session is dealing with something right now: what comes in then came of what it did. */
  isBusy(): boolean;
  /** Tells a diagnostic on the session's `errors$`. */
  report(error: AntiphonError): void;
}

/** What a session tells. */
export interface SessionOutput {
  readonly edges: Taps;
  readonly events$: Observable<SessionEvent>;
  readonly errors$: Observable<AntiphonError>;
  /** Emits once, when all else is told. */
  readonly ended: Observable<SessionEndReason>;
}

/** Notes all that crosses the borders of a session. It must neither delay nor break what passes. */
export interface Recorder {
  /** Called once per session, when it is made. */
  begin<SessionData extends object>(session: NewSession<SessionData>): SessionRecord<SessionData>;
}

/** The record of one session, being written. */
export interface SessionRecord<SessionData extends object> {
  /** They take the place of those that the session was made of. */
  readonly borders: Borders<SessionData>;
  /** Does work that begins inside the session, by itself: what a splice has put off, say. Without it such work is just done. */
  readonly runStep?: ((work: () => void) => void) | undefined;
  /** Carries out what was asked, and notes it. */
  request(asked: SessionRequest, carryOut: () => void): void;
  /** Called once, before anything runs. */
  observe(session: SessionOutput): void;
}

/** Where nothing is recorded. */
export const unrecorded: Recorder = {
  begin: ({ borders }) => ({ borders, request: (_, carryOut) => carryOut(), observe: () => {} }),
};
