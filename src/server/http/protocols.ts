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

const NAME = /^[a-z][a-z0-9._-]{0,63}$/u;
/** Names that would conflict with the paths of other routes. */
const TAKEN: ReadonlySet<string> = new Set([
  antiphonV1.protocol,
  'sessions',
  'twilio',
  'telnyx',
  'plivo',
  'vonage',
  'realtime',
  'rtvi',
  'asterisk',
  'jambonz',
  'exotel',
]);

/**
 * Creates the protocols of a server. `lines` are the adapters of protocols other than antiphon.v1.
 *
 * @throws AntiphonError `usage_invalid` if an adapter's name is taken or malformed
 */
export function createProtocols(lines: readonly MediaAdapter[]): Protocols {
  lines.forEach(({ protocol }, at) => {
    const isNew = lines.findIndex((other) => other.protocol === protocol) === at && !TAKEN.has(protocol);
    if (!isNew) refuse(at, 'a protocol that no other adapter has', `"${protocol}"`);
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
