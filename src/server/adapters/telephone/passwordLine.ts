import { checkOptions } from '../../../core/checkOptions.ts';
import type { MediaAdapter } from '../../../core/mediaAdapter.ts';
import type { NameSet } from '../../../core/names.ts';
import type { LineActions } from '../../../core/ports.ts';
import type { AudioFormats } from '../../../core/protocol.ts';
import { maxDurationOf, refuseOption, type DurationOption } from '../../common/options.ts';

/** Options for lines that authenticate their WebSocket with a password. */
export interface PasswordOptions extends DurationOption {
  readonly password: string;
}

/**
 * Describes in one place a line that opens a WebSocket for each call, always with the same address and password: its
 * option, its route and the names that other adapters cannot have derive from it.
 */
export interface PasswordManifest {
  /** Its `protocol` is the name of the line: of its option, of its path, and of the `provider` of its calls. */
  readonly adapter: MediaAdapter;
  /** The name for people, such as `Exotel`. */
  readonly label: string;
  /** Reads the query of the address. @throws Problem `validation_failed` */
  readonly readQuery: (query: Readonly<Record<string, string>>) => {
    readonly audio: AudioFormats;
    readonly custom_data: Readonly<Record<string, string>>;
  };
  /** Actions of the line that do not use messages. @default none */
  readonly actions?: LineActions;
}

/** A line that a server accepts calls from. */
export interface PasswordLine extends PasswordManifest {
  readonly settings: PasswordSettings;
}

export interface PasswordSettings {
  readonly password: string;
  readonly maxDurationS: number;
}

const OPTIONS: NameSet<keyof PasswordOptions> = { password: true, max_duration: true };

const MIN_PASSWORD = 16;

/** Checks the options of a line. @throws AntiphonError `usage_invalid` */
export function createPasswordLine(manifest: PasswordManifest, options: PasswordOptions): PasswordLine {
  const name = manifest.adapter.protocol;
  checkOptions(name, options, OPTIONS);
  const { password } = options;
  if (typeof password !== 'string' || password.length < MIN_PASSWORD)
    refuseOption(`${name}.password`, `a string of at least ${MIN_PASSWORD} characters`, describe(password));
  return { ...manifest, settings: { password, maxDurationS: maxDurationOf(name, options) } };
}

/** Describes a value without quoting a secret. */
function describe(value: unknown): string {
  return typeof value === 'string' ? `one of ${value.length}` : typeof value;
}
