import type { FastifyRequest } from 'fastify';
import type { Authenticate, Caller } from '../caller.ts';
import type { Keyring } from './keyring.ts';

/** Creates an `authenticate` that finds callers by `Authorization: Bearer <key>`. */
export function authenticateByKey(getKeyring: () => Keyring | Promise<Keyring>): Authenticate {
  return async (request): Promise<Caller | undefined> => {
    const key = bearerOf(request);
    return key === undefined ? undefined : (await getKeyring())(key);
  };
}

/** Returns the credential of a request (RFC 6750). */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(?<key>[\w.~+/-]+=*)$/iu.exec(headers.authorization ?? '')?.groups?.['key'];
}
