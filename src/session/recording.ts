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
export type Answering<SessionData extends object> = Pick<Agent<SessionData>, 'llm_response_handler' | 'functions'>;

/** All through which the world gets into a session. */
export interface Borders<SessionData extends object = never> {
  readonly agent: Answering<SessionData>;
  readonly ports: Ports;
  readonly io: SessionIo;
  /** What the checks of the ports and of the transport found and dropped. */
  readonly found?: Observable<AntiphonError> | undefined;
  readonly scheduler: SchedulerLike;
}

/** What is asked of a session from outside its graph. */
export type Asked =
  | { readonly kind: 'start' }
  | { readonly kind: 'say'; readonly text: string; readonly first: boolean }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'end'; readonly after: 'speech' | 'now'; readonly reason: SessionEndReason };

/** What a session is made of, before anything of it runs. */
export interface SessionMade<SessionData extends object> {
  readonly id: string;
  readonly config: SessionConfig<SessionData>;
  readonly borders: Borders<SessionData>;
  /** Edges with an operator spliced in. */
  readonly splices: readonly (keyof Edges)[];
  /** Stages wrapped or replaced. */
  readonly stages: readonly string[];
  /** Whether the session is dealing with something right now: what comes in then came of what it did. */
  atWork(): boolean;
  /** Tells a diagnostic on the session's `errors$`. */
  report(error: AntiphonError): void;
}

/** What a session tells. */
export interface Telling {
  readonly edges: Taps;
  readonly events$: Observable<SessionEvent>;
  readonly errors$: Observable<AntiphonError>;
  /** Emits once, when all else is told. */
  readonly ended: Observable<SessionEndReason>;
}

/** Notes all that crosses the borders of a session. It must neither delay nor break what passes. */
export interface Recorder {
  /** Called once per session, when it is made. */
  begin<SessionData extends object>(session: SessionMade<SessionData>): SessionRecord<SessionData>;
}

/** The record of one session, being written. */
export interface SessionRecord<SessionData extends object> {
  /** They take the place of those that the session was made of. */
  readonly borders: Borders<SessionData>;
  /** Does work that begins inside the session, by itself: what a splice has put off, say. Without it such work is just done. */
  readonly enter?: ((work: () => void) => void) | undefined;
  /** Carries out what was asked, and notes it. */
  ask(asked: Asked, carryOut: () => void): void;
  /** Called once, before anything runs. */
  follow(session: Telling): void;
}

/** Where nothing is recorded. */
export const unrecorded: Recorder = {
  begin: ({ borders }) => ({ borders, ask: (_, carryOut) => carryOut(), follow: () => {} }),
};
