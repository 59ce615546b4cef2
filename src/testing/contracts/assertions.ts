import { AssertionError } from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { AntiphonError, ErrorCode } from '../../core/errors.ts';

export function assertEqual(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  const message = `${what}: expected ${formatValue(expected)}, got ${formatValue(actual)}`;
  throw new AssertionError({ message, actual, expected, operator: 'deepStrictEqual' });
}

export function assertThat(what: string, holds: boolean, actual: unknown): void {
  if (!holds) throw new AssertionError({ message: `expected ${what}, got ${formatValue(actual)}`, actual });
}

/** Fails unless `error` is an `AntiphonError` of this code that names the provider. */
export function assertProviderError(error: unknown, code: ErrorCode, provider: string): void {
  // Compares fields instead of using `instanceof`, because a custom provider may load a second copy of this library.
  const fields = error instanceof Error ? (error as Partial<AntiphonError>) : {};
  const isExpected = fields.code === code && fields.details?.provider === provider;
  assertThat(`an error of code ${code} that names ${provider}`, isExpected, { ...fields, message: String(error) });
}

/** Fails if `promise` has not settled within `ms`. `came` returns what has arrived instead, for the error. */
export async function withinTime<T>(
  what: string,
  promise: Promise<T>,
  came: () => unknown = () => 'nothing',
  ms: number = defaultTimeoutMs(),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = (): string => `expected within ${ms} ms ${what}, got ${formatValue(came())}`;
    timer = setTimeout(() => reject(new AssertionError({ message: message() })), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function formatValue(value: unknown): string {
  return inspect(value, { depth: 5, breakLength: Number.POSITIVE_INFINITY, compact: true, maxArrayLength: 20 });
}

/** Returns 8 s times the number of processes waiting for each core. */
function defaultTimeoutMs(): number {
  return Math.round(8000 * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism()));
}
