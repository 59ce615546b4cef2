import type * as z from 'zod';
import { didYouMean } from './didYouMean.ts';
import { AntiphonError, type Issue } from './errors.ts';
import { describeInput, describeKind, isSecretPath } from './describeInput.ts';

/**
 * Collects the first fault of each path that a schema found in `input`, parsed with `describeExpected` as error map.
 * Adds a description of the input, which shows numbers of known fields, and short strings where one of a list is
 * expected. Any other string might be a key, so it shows only the length.
 */
export function collectIssues(error: z.ZodError, input: unknown): readonly Issue[] {
  const issues = new Map<string, Issue>();
  for (const issue of error.issues)
    for (const { path, message } of spreadKeys(issue)) {
      const at = formatPath(path);
      if (!issues.has(at)) issues.set(at, { path: at, expected: message, got: describeAt(input, path, issue.code) });
    }
  return [...issues.values()];
}

/** The beginning of the message about an unknown field. */
export const UNKNOWN_FIELD = 'no such field';

/** Describes the expected value. Unlike zod's messages, it does not show the input, which may contain keys. */
export function describeExpected(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return listValues(issue.values);
    case 'invalid_union':
      return issue.discriminator === undefined ? joinAlternatives(issue.errors) : listValues(listOptions(issue));
    case 'too_small':
      return `${issue.exact === true ? 'exactly' : 'at least'} ${issue.minimum}${selectUnit(issue.origin)}`;
    case 'too_big':
      return `${issue.exact === true ? 'exactly' : 'at most'} ${issue.maximum}${selectUnit(issue.origin)}`;
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${UNKNOWN_FIELD}${didYouMean(key, listFields(issue.inst))}`).join('\n');
    default:
      return 'another value';
  }
}

export function createConfigError(issues: readonly Issue[]): AntiphonError {
  const faults = issues.map(({ path, expected, got }) => `\n  ${path}: expected ${expected}, got ${got}`);
  const count = issues.length === 1 ? 'a fault' : `${issues.length} faults`;
  return new AntiphonError('config_invalid', `The session config has ${count}:${faults.join('')}`, { issues });
}

const KINDS: Readonly<Partial<Record<string, string>>> = {
  string: 'a string',
  number: 'a finite number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
};

function listValues(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  return shown.length === 1 ? `${shown[0]}` : `one of ${shown.join(', ')}`;
}

function listOptions(issue: { readonly options?: readonly unknown[] } | object): readonly unknown[] {
  return 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
}

function joinAlternatives(errors: readonly (readonly z.core.$ZodIssue[])[]): string {
  const own = errors.flatMap((issues) => issues.filter(({ path }) => path.length === 0).slice(0, 1));
  return own.map(({ message }) => message).join(' or ');
}

function selectUnit(origin: string): string {
  return origin === 'array' ? ' elements' : '';
}

/** Splits an issue about unknown keys into one issue per key. Its message has one line per key. */
export function spreadKeys(issue: z.core.$ZodIssue): readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  const lines = issue.message.split('\n');
  return issue.keys.map((key, i) => ({ path: [...issue.path, key], message: lines[i] ?? issue.message }));
}

/** Lists the fields of a schema's object. */
export function listFields(schema: unknown): readonly string[] {
  const { shape } = (schema as z.core.$ZodObject | undefined)?._zod.def ?? {};
  return Object.keys(shape ?? {});
}

/** Formats a path, such as `initial_messages[2].tool_call_id`. The empty path is `config`. */
export function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'config' : text.replace(/^\./u, '');
}

type IssueCode = z.core.$ZodIssue['code'];

/** Describes the input at `path`, where an issue with this code was found. Never throws. */
export function describeAt(input: unknown, path: readonly PropertyKey[], code?: IssueCode): string {
  try {
    const value = getAt(input, path);
    return isShown(value, path, code) ? describeInput(value) : describeKind(value);
  } catch {
    return 'a value that cannot be read';
  }
}

function isShown(value: unknown, path: readonly PropertyKey[], code?: IssueCode): boolean {
  if (code === 'unrecognized_keys' || path.at(-1) === 'provider' || isSecretPath(path)) return false;
  return code === 'invalid_value' || typeof value === 'number';
}

function getAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Partial<Record<PropertyKey, unknown>> | null)?.[part], input);
}
