import { AntiphonError } from '../../../core/errors.ts';

/** Options for calls of an Asterisk. */
export interface AsteriskOptions {
  /** The `password` of websocket_client.conf, of at least 16 characters. Requests without it are refused. */
  readonly password: string;
  /** The longest call, in seconds, from 1 to 86400. @default 3600 */
  readonly max_duration?: number | undefined;
}

export interface AsteriskSettings {
  readonly password: string;
  readonly maxDurationS: number;
}

const MIN_PASSWORD = 16;
const MAX_DURATION_S = 86_400;

/** Checks the option `asterisk`. @throws AntiphonError `usage_invalid` */
export function createAsteriskSettings({ password, max_duration = 3600 }: AsteriskOptions): AsteriskSettings {
  if (typeof password !== 'string' || password.length < MIN_PASSWORD)
    refuse('password', `a string of at least ${MIN_PASSWORD} characters`, describe(password));
  if (!(max_duration >= 1 && max_duration <= MAX_DURATION_S))
    refuse('max_duration', `seconds from 1 to ${MAX_DURATION_S}`, `${max_duration}`);
  return { password, maxDurationS: max_duration };
}

/** Does not quote a secret. */
function describe(value: unknown): string {
  return typeof value === 'string' ? `one of ${value.length}` : typeof value;
}

function refuse(field: string, expected: string, got: string): never {
  const path = `asterisk.${field}`;
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}
