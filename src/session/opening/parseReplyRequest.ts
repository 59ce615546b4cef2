import { describeInput } from '../../core/describeInput.ts';
import { didYouMean } from '../../core/didYouMean.ts';
import { AntiphonError } from '../../core/errors.ts';
import { isObject } from '../../core/isObject.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ReplyRequest } from '../../core/speech.ts';

type Parsed = readonly [request: ReplyRequest | undefined, fault?: AntiphonError];

interface Field {
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
}

const FIELDS: { readonly [Name in keyof Required<ReplyRequest>]: Field } = {
  instructions: createTextField(LIMITS.instructions),
  text: createTextField(LIMITS.sayText),
  tool_choice: {
    expected: '"auto", "none", "required" or { type: "function", function: { name } }',
    isValid: (value) => value === 'auto' || value === 'none' || value === 'required' || isNamedFunction(value),
  },
  allow_interruptions: { expected: 'true or false', isValid: (value) => typeof value === 'boolean' },
};

const NAMES = Object.keys(FIELDS);

/**
 * Checks the argument of `respond()`. Copies it, without fields that are undefined; undefined if nothing is left.
 */
export function parseReplyRequest(request: unknown): Parsed {
  if (request === undefined) return [undefined];
  if (!isObject(request) || Array.isArray(request))
    return [undefined, createFault('respond', 'an object', describeInput(request))];
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    const path = `respond.${name}`;
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof ReplyRequest] : undefined;
    if (field === undefined)
      return [undefined, createFault(path, `one of ${NAMES.join(', ')}`, `"${name}"${didYouMean(name, NAMES)}`)];
    if (!field.isValid(value)) return [undefined, createFault(path, field.expected, describeInput(value))];
  }
  return [given.length === 0 ? undefined : structuredClone(Object.fromEntries(given))];
}

function createTextField(limit: number): Field {
  return {
    expected: `a text of 1 to ${limit} characters`,
    isValid: (value) => typeof value === 'string' && value.trim() !== '' && value.length <= limit,
  };
}

function isNamedFunction(value: unknown): boolean {
  return (
    isObject(value) &&
    value['type'] === 'function' &&
    isObject(value['function']) &&
    typeof value['function']['name'] === 'string'
  );
}

function createFault(path: string, expected: string, got: string): AntiphonError {
  return new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}
