import type { Authenticate, Caller } from '../caller.ts';
import { bearerOf } from '../bearerOf.ts';
import type { Keyring } from './keyring.ts';

/** Creates an `authenticate` that finds callers by `Authorization: Bearer <key>`. */
export function authenticateByKey(getKeyring: () => Keyring | Promise<Keyring>): Authenticate {
  return async (request): Promise<Caller | undefined> => {
    const key = bearerOf(request);
    return key === undefined ? undefined : (await getKeyring())(key);
  };
}
