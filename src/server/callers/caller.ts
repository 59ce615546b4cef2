import type { FastifyRequest } from 'fastify';

/**
 * `sessions:start`: start sessions, and show and end those that it started. `sessions:read`: show all sessions. `metrics`: read the
 * metrics of the server.
 */
export type Scope = 'sessions:start' | 'sessions:read' | 'metrics';

export const SCOPES: readonly Scope[] = ['sessions:start', 'sessions:read', 'metrics'];

/** Who makes a request, and what it may do. */
export interface Caller {
  /** Identifies the caller: it owns the sessions that it starts, and its limits are counted. In the log, so not a secret. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Its sessions at a time, with those that nobody has joined. @default unlimited */
  readonly max_sessions?: number | undefined;
  /** Its requests to start a session in a minute. @default unlimited */
  readonly max_starts_per_minute?: number | undefined;
}

/** Returns the caller of a request, or undefined if it has none: 401. What it throws is logged, and answered with 500. */
export type Authenticate = (request: FastifyRequest) => Caller | undefined | Promise<Caller | undefined>;

/** The caller of each request where callers are not told apart. */
export const ANYONE: Caller = { name: 'anyone', scopes: SCOPES };
