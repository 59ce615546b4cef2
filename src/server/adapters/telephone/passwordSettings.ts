import { checkOptions } from '../../../core/checkOptions.ts';
import type { NameSet } from '../../../core/names.ts';
import { maxDurationOf, refuseOption, type DurationOption } from '../../common/options.ts';

/** Options for lines that authenticate their WebSocket with a password. */
export interface PasswordOptions extends DurationOption {
  readonly password: string;
}

export interface PasswordSettings {
  readonly password: string;
  readonly maxDurationS: number;
}

const OPTIONS: NameSet<keyof PasswordOptions> = { password: true, max_duration: true };

const MIN_PASSWORD = 16;

/** Checks the options of such a line. `option` is its name. @throws AntiphonError `usage_invalid` */
export function createPasswordSettings(option: string, options: PasswordOptions): PasswordSettings {
  checkOptions(option, options, OPTIONS);
  const { password } = options;
  if (typeof password !== 'string' || password.length < MIN_PASSWORD)
    refuseOption(`${option}.password`, `a string of at least ${MIN_PASSWORD} characters`, describe(password));
  return { password, maxDurationS: maxDurationOf(option, options) };
}

/** Describes a value without quoting a secret. */
function describe(value: unknown): string {
  return typeof value === 'string' ? `one of ${value.length}` : typeof value;
}
