import { timingSafeEqual } from 'node:crypto';
import { hashApiKey, type ApiKey } from '../../../keys/apiKey.ts';
import { type Caller, type Authenticate, bearerOf } from '../caller.ts';

/** Finds the caller to whom a key belongs. */
export type Keyring = (key: string) => Caller | undefined;

/** Longer keys are rejected without being hashed. */
const MAX_KEY_LENGTH = 256;

/**
 * Creates a keyring. It compares each key with all entries in constant time, so that the time reveals nothing about
 * them.
 */
export function createKeyring(keys: readonly ApiKey[]): Keyring {
  const entries = keys.map(({ hash, ...caller }) => ({ caller, hash: Buffer.from(hash, 'hex') }));
  return (key) => {
    if (key.length > MAX_KEY_LENGTH) return undefined;
    const given = hashApiKey(key);
    return entries.reduce<Caller | undefined>(
      (found, { caller, hash }) => (timingSafeEqual(hash, given) ? caller : found),
      undefined,
    );
  };
}

/** Creates an `authenticate` that finds callers by `Authorization: Bearer <key>`. */
export function authenticateByKey(getKeyring: () => Keyring | Promise<Keyring>): Authenticate {
  return async (request): Promise<Caller | undefined> => {
    const key = bearerOf(request);
    return key === undefined ? undefined : (await getKeyring())(key);
  };
}
