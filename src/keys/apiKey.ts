import { createHash, randomBytes } from 'node:crypto';
import type { Scope } from './scope.ts';

/** What a server knows of an API key. It is no secret: the key cannot be found from its hash. */
export interface ApiKey {
  /** Identifies the caller. Unique. */
  readonly name: string;
  /** SHA-256 of the key, in hexadecimal digits. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  /** Sessions at a time, with those that nobody has joined. @default unlimited */
  readonly max_sessions?: number | undefined;
  /** Requests to start a session in a minute. @default unlimited */
  readonly max_starts_per_minute?: number | undefined;
}

/** In front of each key, for scanners of leaked secrets. */
const PREFIX = 'ak_';
const RANDOM_BYTES = 32;

/** Creates a random key. */
export function createApiKey(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** Hashes a key. One round is enough: a key is random, and cannot be guessed. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}
