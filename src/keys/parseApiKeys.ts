import type * as z from 'zod';
import { AntiphonError } from '../core/errors.ts';
import { lazy } from '../core/lazy.ts';
import { lazySchema, loadZod } from '../core/zod.ts';
import { describeExpected, formatPath, spreadKeys, UNKNOWN_FIELD } from '../core/issues.ts';
import { SCOPES, type ApiKey, type Scope } from './apiKey.ts';

/** The fields of a caller. */
interface CallerFields {
  readonly name: z.ZodType<string, string>;
  readonly scopes: z.ZodType<readonly Scope[], readonly Scope[]>;
  readonly max_sessions: z.ZodType<number | undefined, number | undefined>;
  readonly max_starts_per_minute: z.ZodType<number | undefined, number | undefined>;
}

/** Maximum number of keys, because each request is compared with all of them. */
const MAX_KEYS = 1000;

export const callerFields: () => CallerFields = lazy(() => {
  const z = loadZod();
  return {
    // The name is written to logs.
    name: z.string().regex(/^[\w.@:/-]{1,128}$/u, 'up to 128 letters, digits and _ . @ : / -'),
    scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).readonly(),
    max_sessions: z.int().min(1).max(1_000_000).optional(),
    max_starts_per_minute: z.int().min(1).max(1_000_000).optional(),
  };
});

const apiKeys: () => z.ZodType<readonly ApiKey[], readonly ApiKey[]> = lazySchema((z) =>
  z
    .array(
      z.strictObject({
        ...callerFields(),
        hash: z.string().regex(/^[\da-f]{64}$/iu, 'the SHA-256 of a key, 64 hexadecimal digits'),
      }),
    )
    .max(MAX_KEYS)
    .readonly(),
);

/**
 * Checks the entries of API keys.
 *
 * @param source - where the entries come from, for the message
 * @throws AntiphonError `usage_invalid`, naming each invalid field but no values
 */
export function parseApiKeys(value: unknown, source: string): readonly ApiKey[] {
  const parsed = apiKeys().safeParse(value, { error: describeExpected });
  if (!parsed.success) {
    const faults = parsed.error.issues.flatMap(spreadKeys);
    throw refuse(source, faults.map(({ path, message }) => `${formatPath(path)}: ${expect(message)}`).join('; '));
  }
  refuseDuplicates(parsed.data, source, 'name');
  refuseDuplicates(parsed.data, source, 'hash');
  return parsed.data;
}

/** Reads API keys from JSON. @throws AntiphonError `usage_invalid` */
export function readApiKeys(json: string, source: string): readonly ApiKey[] {
  return parseApiKeys(parseJson(json, source), source);
}

/** Parses JSON without the message of `JSON.parse`, which quotes the text. */
function parseJson(json: string, source: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw refuse(source, 'expected JSON, an array of entries');
  }
}

function refuseDuplicates(keys: readonly ApiKey[], source: string, field: 'name' | 'hash'): void {
  const values = keys.map((key) => key[field].toLowerCase());
  values.forEach((value, index) => {
    const first = values.indexOf(value);
    if (first < index)
      throw refuse(source, `[${index}].${field}: expected a ${field} that differs from that of [${first}]`);
  });
}

function expect(message: string): string {
  return message.startsWith(UNKNOWN_FIELD) ? message : `expected ${message}`;
}

function refuse(source: string, fault: string): AntiphonError {
  return new AntiphonError('usage_invalid', `${source}: ${fault}`, { path: source });
}
