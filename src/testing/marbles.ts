import { deepStrictEqual } from 'node:assert';
import { TestScheduler, type RunHelpers } from 'rxjs/testing';
import { AntiphonError } from '../core/errors.ts';

/**
 * Runs a marble test on the TestScheduler of RxJS, under any test runner or none. A failed expectation throws an Error that
 * shows both sequences side by side. Values are compared deeply and strictly.
 *
 * @throws AntiphonError `usage_invalid` for a letter without a value
 */
export function marbles<T>(run: (helpers: RunHelpers) => T): T {
  return new TestScheduler(assertSame).run((helpers) => run(strict(helpers)));
}

/** Refuses letters without a value: `undefined` on both sides would always pass. */
function strict(helpers: RunHelpers): RunHelpers {
  const { cold, hot, expectObservable } = helpers;
  return {
    ...helpers,
    cold: (diagram, values, error) => cold(diagram, lettersOf(values), error),
    hot: (diagram, values, error) => hot(diagram, lettersOf(values), error),
    expectObservable: (source, subscription) => {
      const expectation = expectObservable(source, subscription);
      return {
        ...expectation,
        toBe: (diagram, values, error) => expectation.toBe(diagram, lettersOf(values), error),
      };
    },
  };
}

function lettersOf<Values extends object>(values: Values | undefined): Values | undefined {
  if (values === undefined) return undefined;
  const letter = (known: Values, name: string | symbol): unknown => {
    if (name in known) return Reflect.get(known, name);
    const letters = Object.keys(known).join(' ');
    throw new AntiphonError('usage_invalid', `the letter "${String(name)}" has no value, but ${letters} have`);
  };
  return new Proxy(values, { get: letter });
}

function assertSame(got: unknown, expected: unknown): void {
  if (same(got, expected)) return;
  throw new Error(`the marbles differ\n${sideBySide(expected as readonly Entry[], got as readonly Entry[])}`);
}

function same(a: unknown, b: unknown): boolean {
  try {
    deepStrictEqual(a, b);
    return true;
  } catch {
    return false;
  }
}

/** One entry of a sequence of the TestScheduler. */
type Entry =
  | { readonly frame: number; readonly notification: { readonly kind: string; value?: unknown; error?: unknown } }
  | { readonly subscribedFrame: number; readonly unsubscribedFrame: number };

function sideBySide(expected: readonly Entry[], got: readonly Entry[]): string {
  const count = Math.max(expected.length, got.length);
  const rows = Array.from({ length: count }, (_, n) => ({
    expected: write(expected[n]),
    got: write(got[n]),
    mark: same(expected[n], got[n]) ? ' ' : '>',
  }));
  const width = Math.max('expected'.length, ...rows.map((row) => row.expected.length));
  const lines = rows.map((row) => `${row.mark} ${row.expected.padEnd(width)}   ${row.got}`);
  return [`  ${'expected'.padEnd(width)}   got`, ...lines].join('\n');
}

function write(entry: Entry | undefined): string {
  if (entry === undefined) return '';
  if ('subscribedFrame' in entry) return `${entry.subscribedFrame} ms to ${entry.unsubscribedFrame} ms`;
  const { kind, value, error } = entry.notification;
  return `${entry.frame} ms  ${kind === 'C' ? '|' : kind === 'E' ? `# ${writeValue(error)}` : writeValue(value)}`;
}

function writeValue(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name} of ${value.byteLength} bytes`;
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const members = Object.entries(value).map(([key, member]) => `${key}: ${writeValue(member)}`);
  return `{ ${members.join(', ')} }`;
}
