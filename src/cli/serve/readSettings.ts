import { parseArgs, type ParseArgsConfig } from 'node:util';
import { AntiphonError } from '../../core/errors.ts';
import { SETTINGS, type Kind, type Setting } from './settings.ts';

export type Values = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface ServeArguments {
  /** The path of the agent's module. */
  readonly module: string;
  /** Values by option name. Missing options have their defaults. */
  readonly values: Values;
}

const FLAGS: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
  SETTINGS.map(({ flag, kind }) => [flag, { type: kind === 'boolean' ? 'boolean' : 'string' }]),
);

/**
 * Reads the arguments of `antiphon serve`, and the environment variables for settings that they do not name. An empty
 * variable counts as not set.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): ServeArguments {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: FLAGS,
    allowPositionals: true,
    allowNegative: true,
  });
  const [module, ...more] = positionals;
  if (module === undefined || more.length > 0)
    throw new AntiphonError('usage_invalid', `serve: expected one MODULE, got ${positionals.length}`);
  const read = SETTINGS.flatMap((setting) => {
    const value = valueOf(setting, values[setting.flag], env[setting.variable]);
    return value === undefined ? [] : [[setting.name, value] as const];
  });
  return { module, values: Object.fromEntries(read) };
}

type Flag = ReturnType<typeof parseArgs>['values'][string];

function valueOf(
  { kind, flag, variable, isReadByServer }: Setting,
  given: Flag,
  text = '',
): Values[string] | undefined {
  if (typeof given === 'boolean') return given;
  if (typeof given === 'string') return parseValue(kind, given, `--${flag}`);
  return text === '' || isReadByServer ? undefined : parseValue(kind, text, variable);
}

function parseValue(kind: Kind, text: string, source: string): Values[string] {
  switch (kind) {
    case 'text':
      return text;
    case 'list':
      return parseList(text);
    case 'number':
      return parseNumber(text, source);
    case 'boolean':
      return parseBoolean(text, source);
    case 'boolean or list':
      return isBoolean(text) ? text === 'true' : parseList(text);
  }
}

function parseList(text: string): readonly string[] {
  return text.split(',').map((item) => item.trim());
}

function parseNumber(text: string, source: string): number {
  if (/^\d+(?:\.\d+)?$/u.test(text)) return Number(text);
  throw new AntiphonError('usage_invalid', `serve: expected a number for ${source}, got "${text}"`);
}

function parseBoolean(text: string, source: string): boolean {
  if (isBoolean(text)) return text === 'true';
  throw new AntiphonError('usage_invalid', `serve: expected true or false for ${source}, got "${text}"`);
}

function isBoolean(text: string): boolean {
  return text === 'true' || text === 'false';
}
