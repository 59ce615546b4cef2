import type * as z from 'zod';
import { AntiphonError } from '../../core/errors.ts';
import type { StartSessionRequest } from '../../core/sessionRequests.ts';
import { antiphonV1 } from '../protocols/antiphonV1.ts';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import { createStartSessionRequest, type FilledRequest } from './schemas.ts';

/** The protocols that a request can select. */
export interface Protocols {
  /** The protocols whose clients receive an address with a token. */
  readonly lines: readonly MediaAdapter[];
  readonly startSessionRequest: z.ZodType<FilledRequest, StartSessionRequest>;
  /** Returns the adapter of a protocol that `startSessionRequest` has accepted. */
  adapterOf(protocol: string): MediaAdapter;
}

/** The paths of sessions, which an adapter's paths must not hide. */
const SESSIONS = 'sessions';
const NAME = /^[a-z][a-z0-9._-]{0,63}$/u;

/**
 * Creates the protocols of a server. `lines` are the adapters of protocols other than antiphon.v1. `taken` are the names
 * of the built-in peers, whose routes would conflict.
 *
 * @throws AntiphonError `usage_invalid` if an adapter's name is taken or malformed
 */
export function createProtocols(lines: readonly MediaAdapter[], taken: Readonly<Record<string, true>>): Protocols {
  const isTaken = (name: string): boolean =>
    name === antiphonV1.protocol || name === SESSIONS || Object.hasOwn(taken, name);
  lines.forEach(({ protocol }, at) => {
    const isNew = lines.findIndex((other) => other.protocol === protocol) === at && !isTaken(protocol);
    if (!isNew) refuse(at, 'a name that no other protocol has', `"${protocol}"`);
    if (!NAME.test(protocol))
      refuse(at, 'lower-case letters, digits, ".", "_" and "-", beginning with a letter', `"${protocol}"`);
  });
  return {
    lines,
    startSessionRequest: createStartSessionRequest(lines),
    adapterOf: (protocol) => lines.find((line) => line.protocol === protocol) ?? antiphonV1,
  };
}

function refuse(at: number, expected: string, got: string): never {
  const path = `adapters.${at}.protocol`;
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}
