import { createHash, randomBytes } from 'node:crypto';

/**
 * A caller's permission. `sessions:start`: start sessions, and show and end the sessions that it started.
 * `sessions:read`: show all sessions. `metrics`: read the server's metrics.
 */
export type Scope = 'sessions:start' | 'sessions:read' | 'metrics';

export const SCOPES: readonly Scope[] = ['sessions:start', 'sessions:read', 'metrics'];

/** A server's record of an API key. It is not secret, because the key cannot be derived from its hash. */
export interface ApiKey {
  /** Unique name that identifies the caller. */
  readonly name: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  /** Maximum number of concurrent sessions, including those that no one has joined. @default unlimited */
  readonly max_sessions?: number | undefined;
  /** Maximum number of requests per minute to start a session. @default unlimited */
  readonly max_starts_per_minute?: number | undefined;
}

/** Prefix of each key, for scanners that look for leaked secrets. */
const PREFIX = 'ak_';
const RANDOM_BYTES = 32;

/** Creates a random key. */
export function createApiKey(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** Hashes a key. One round is enough, because a random key cannot be guessed. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}
