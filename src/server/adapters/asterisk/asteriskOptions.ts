import { maxDurationOf, refuseOption, type DurationOption } from '../options.ts';

/** Options for calls of an Asterisk. */
export interface AsteriskOptions extends DurationOption {
  /** The `password` of websocket_client.conf, of at least 16 characters. Requests without it are refused. */
  readonly password: string;
}

export interface AsteriskSettings {
  readonly password: string;
  readonly maxDurationS: number;
}

const MIN_PASSWORD = 16;

/** Checks the option `asterisk`. @throws AntiphonError `usage_invalid` */
export function createAsteriskSettings({ password, ...duration }: AsteriskOptions): AsteriskSettings {
  if (typeof password !== 'string' || password.length < MIN_PASSWORD)
    refuseOption('asterisk.password', `a string of at least ${MIN_PASSWORD} characters`, describe(password));
  return { password, maxDurationS: maxDurationOf('asterisk', duration) };
}

/** Does not quote a secret. */
function describe(value: unknown): string {
  return typeof value === 'string' ? `one of ${value.length}` : typeof value;
}
