import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** onnxruntime-node aborts the process (exit code 134) when it ends inside a run: most of the time, not always. */

describe('a process with a busy worker is ended', () => {
  test.concurrent.each([
    ['process.exit', 'exit', 0],
    ['an uncaught throw', 'throw', 1],
    ['closing its streams', 'close', 0],
    ['falling off the end of main with open streams', 'fall', 0],
  ])('by %s without an abort', async (_, way, code) => {
    for (const delayMs of [0, 0.2, 0.5, 1, 1.5]) expect(await exitCode('busy.mjs', way, delayMs)).toBe(code);
  });
});

test('a process whose worker loads the model is ended without an abort', async () => {
  for (const delayMs of [0, 30, 50, 60, 70, 80, 90, 120]) expect(await exitCode('loading.mjs', delayMs)).toBe(0);
});

function exitCode(script: string, ...args: readonly (string | number)[]): Promise<number | string | null> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path, ...args.map(String)], { timeout: 120_000 });
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
}
