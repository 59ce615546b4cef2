import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The resources that sessions leave behind. */
export interface Left {
  /** Sessions that left a subscription or a timer, or took an unexpected course. */
  readonly unclean: number;
  /** Bytes by which the heap grew, for each round. */
  readonly grown: readonly number[];
  /** Resources that keep the process alive: sockets, timers, ports of workers. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Plays rounds of sessions in a separate process. */
export async function playSessions(sessions: number, rounds: number): Promise<Left> {
  const script = fileURLToPath(new URL('sessions.mjs', import.meta.url));
  const args = ['--expose-gc', script, `${sessions}`, `${rounds}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Left;
}
