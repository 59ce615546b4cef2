import type * as z from 'zod';
import { didYouMean } from '../../core/didYouMean.ts';
import { AntiphonError, type Issue } from '../../core/errors.ts';
import { describeInput } from './maskConfig.ts';

/**
 * The faults that a schema found in `input`, one per path: the first is the most basic. Parsed with `expectation` as error
 * map, an issue's message says what was expected; here what came is added, with secrets masked.
 */
export function collectIssues(error: z.ZodError, input: unknown): readonly Issue[] {
  const issues = new Map<string, Issue>();
  for (const { path, message } of error.issues.flatMap(spreadKeys)) {
    const at = formatPath(path);
    if (!issues.has(at)) issues.set(at, { path: at, expected: message, got: describeAt(input, path) });
  }
  return [...issues.values()];
}

/** How the message about an unknown field begins. */
export const UNKNOWN_FIELD = 'no such field';

/** Says what was expected, and only that: zod's own messages also show what came, keys included. */
export function describeExpected(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return issue.discriminator === undefined ? alternatives(issue.errors) : oneOf(optionsOf(issue));
    case 'too_small':
      return `${issue.exact === true ? 'exactly' : 'at least'} ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `${issue.exact === true ? 'exactly' : 'at most'} ${issue.maximum}${unitOf(issue.origin)}`;
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${UNKNOWN_FIELD}${didYouMean(key, fieldsOf(issue.inst))}`).join('\n');
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

function oneOf(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  return shown.length === 1 ? `${shown[0]}` : `one of ${shown.join(', ')}`;
}

function optionsOf(issue: { readonly options?: readonly unknown[] } | object): readonly unknown[] {
  return 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
}

function alternatives(errors: readonly (readonly z.core.$ZodIssue[])[]): string {
  const own = errors.flatMap((issues) => issues.filter(({ path }) => path.length === 0).slice(0, 1));
  return own.map(({ message }) => message).join(' or ');
}

function unitOf(origin: string): string {
  return origin === 'array' ? ' elements' : '';
}

/** Zod reports all unknown keys of an object together, at the object; `expectation` has one line for each. */
export function spreadKeys(issue: z.core.$ZodIssue): readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  const lines = issue.message.split('\n');
  return issue.keys.map((key, i) => ({ path: [...issue.path, key], message: lines[i] ?? issue.message }));
}

/** The fields that an object schema has. */
function fieldsOf(schema: unknown): readonly string[] {
  const { shape } = (schema as z.core.$ZodObject | undefined)?._zod.def ?? {};
  return Object.keys(shape ?? {});
}

/** e.g. `initial_messages[2].tool_call_id`; the config itself is `config`. */
export function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'config' : text.replace(/^\./u, '');
}

/** Describes what came at `path`, whatever reading it does. */
export function describeAt(input: unknown, path: readonly PropertyKey[]): string {
  try {
    return describeInput(valueAt(input, path), path);
  } catch {
    return 'a value that cannot be read';
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Partial<Record<PropertyKey, unknown>> | null)?.[part], input);
}
