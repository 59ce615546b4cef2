import { withoutControls } from './withoutControls.ts';
import { AntiphonError } from '../core/errors.ts';
import type { Command, Terminal } from './command.ts';
import { VERSION } from '../record/version.ts';
import { messageOf } from '../core/messageOf.ts';
import { draw } from './draw.ts';
import { exportCommand } from './export.ts';
import { key } from './key.ts';
import { replay } from './replay.ts';
import { scoreCommand } from './score.ts';
import { serve } from './serve.ts';
import { sweep } from './sweep.ts';
import { test } from './test.ts';
import { turns } from './turns.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  replay,
  sweep,
  test,
  turns,
  draw,
  export: exportCommand,
  score: scoreCommand,
  key,
};

/**
 * Runs the command named by the arguments and writes its errors. @returns the exit code, which is 2 if it could not run
 */
export async function runCommand([name = '--help', ...args]: readonly string[], screen: Terminal): Promise<number> {
  const terminal = withoutControls(screen);
  if (name === '--help' || name === '-h') {
    terminal.out(formatHelp());
    return 0;
  }
  if (name === '--version') {
    terminal.out(VERSION);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return reportFailure(terminal, `there is no command "${name}"\n\n${formatHelp()}`);
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(`antiphon ${command.usage}\n\n${command.about}`);
    return 0;
  }
  return command.run(args, terminal).catch((error: unknown) => reportFailure(terminal, formatError(error)));
}

function formatHelp(): string {
  const commands = Object.values(COMMANDS).map(({ usage, about }) => `  antiphon ${usage}\n      ${about}`);
  const exit =
    'Exit codes: 0 success · 1 replay found a difference, or a test failed · 2 the command could not be run.';
  const about =
    'Serves an agent, replays, compares, tests, draws and exports recordings of its sessions, evaluates turn models, and makes API keys.';
  return [about, ...commands, exit].join('\n\n');
}

function reportFailure(terminal: Terminal, message: string): number {
  terminal.err(`antiphon: ${message}`);
  return 2;
}

/** Returns an error's message, or all of its issues. */
function formatError(error: unknown): string {
  const { issues = [] } = error instanceof AntiphonError ? error.details : {};
  if (issues.length === 0) return messageOf(error);
  return issues.map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`).join('\n');
}
