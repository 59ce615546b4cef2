import type { Terminal } from '../../src/cli/command.ts';

/** A terminal that keeps what is written. */
export interface KeptTerminal extends Terminal {
  readonly stdout: string[];
  readonly stderr: string[];
}

export function terminal(options: Partial<Pick<Terminal, 'columns' | 'isTty'>> = {}): KeptTerminal {
  const stdout: string[] = [];
  const stderr: string[] = [];
  return {
    columns: 100,
    isTty: false,
    ...options,
    stdout,
    stderr,
    out: (text) => stdout.push(text),
    err: (text) => stderr.push(text),
  };
}
