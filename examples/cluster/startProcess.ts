import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** What it writes when it is ready. */
  readonly ready: string;
}

/** Starts a program. Resolves when it is ready; rejects with what it has written if it ends before, or is not installed. */
export type StartProcess = (options: ProcessOptions) => Promise<ChildProcess>;

/** The processes that this program has started. */
export interface Processes {
  readonly start: StartProcess;
  /** Ends all of them, the latest first. */
  end(): Promise<void>;
}

export function createProcesses(): Processes {
  const children: ChildProcess[] = [];
  return {
    start: async ({ command, args, ready }) => {
      const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      children.push(child);
      const lines: string[] = [];
      await new Promise<void>((resolve, reject) => {
        for (const input of [child.stdout, child.stderr])
          createInterface({ input }).on('line', (line) => {
            lines.push(line);
            if (line.includes(ready)) resolve();
          });
        child.once('error', reject);
        child.once('exit', () => reject(new Error(lines.slice(-5).join('\n'))));
      });
      return child;
    },
    end: async () => {
      for (const child of children.toReversed()) await endProcess(child);
    },
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
}
