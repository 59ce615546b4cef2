import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it.each([
  ['process', 1],
  ['calls', 0],
])(
  'with containment "%s" the process gets %i listeners, none of them before the start',
  async (containment, listeners) => {
    const path = fileURLToPath(new URL('calls.mjs', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [path, containment], { timeout: 120_000 });
    expect(stdout.trim().split('\n')).toEqual([
      'listeners before the start 0',
      'event_handler_failed',
      `listeners ${listeners}`,
    ]);
  },
);
