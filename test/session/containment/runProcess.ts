import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Plays a session in its own process, whose agent does `what` at `where`; returns its exit code and its output. */
export function runProcess(where: string, what: string): Promise<readonly unknown[]> {
  const path = fileURLToPath(new URL('process.mjs', import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path, where, what], { timeout: 120_000 }, (_, stdout) =>
      resolve([child.exitCode, ...stdout.split('\n').filter((line) => line !== '')]),
    );
  });
}
