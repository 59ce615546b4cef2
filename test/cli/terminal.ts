import type { Terminal } from '../../src/cli/command.ts';

/** A terminal that keeps what is written. */
export interface KeptTerminal extends Terminal {
  readonly told: string[];
  readonly said: string[];
}

export function terminal(options: Partial<Pick<Terminal, 'columns' | 'isTty'>> = {}): KeptTerminal {
  const told: string[] = [];
  const said: string[] = [];
  return {
    columns: 100,
    isTty: false,
    ...options,
    told,
    said,
    out: (text) => told.push(text),
    err: (text) => said.push(text),
  };
}
