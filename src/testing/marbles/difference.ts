import { deepStrictEqual } from 'node:assert';

/** Compares deeply and strictly. */
export function isSame(a: unknown, b: unknown): boolean {
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

/** Writes two sequences of the TestScheduler side by side. */
export function formatDifference(expected: unknown, got: unknown): string {
  return sideBySide(expected as readonly Entry[], got as readonly Entry[]);
}

function sideBySide(expected: readonly Entry[], got: readonly Entry[]): string {
  const count = Math.max(expected.length, got.length);
  const rows = Array.from({ length: count }, (_, n) => ({
    expected: write(expected[n]),
    got: write(got[n]),
    mark: isSame(expected[n], got[n]) ? ' ' : '>',
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
