import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MIB = 1024 * 1024;

interface Left {
  /** Sessions that left a subscription or a timer, or did not go as they should. */
  readonly unclean: number;
  /** Bytes by which the heap grew, for each thousand of sessions. */
  readonly grown: readonly number[];
  /** What keeps the process alive: sockets, timers, ports of workers. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

it('a thousand sessions leave nothing behind', { timeout: 300_000 }, async () => {
  const script = fileURLToPath(new URL('sessions.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script]);
  const { unclean, grown, before, after } = JSON.parse(stdout) as Left;
  expect(unclean).toBe(0);
  expect(after).toEqual(before);
  expect(median(grown)).toBeLessThanOrEqual(MIB);
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
