import { AntiphonError } from '../core/errors.ts';
import type { Command, Terminal } from './command.ts';
import { draw } from './draw.ts';
import { replay } from './replay.ts';
import { sweep } from './sweep.ts';

const COMMANDS: Readonly<Record<string, Command>> = { replay, sweep, draw };

/** Runs the command that the arguments name, and tells what goes wrong. @returns the exit code; 2: it could not be run */
export async function runCommand([name = '--help', ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === '--help' || name === '-h') {
    terminal.out(help());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return fail(terminal, `there is no command "${name}"\n\n${help()}`);
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(`antiphon ${command.usage}\n\n${command.about}`);
    return 0;
  }
  return command.run(args, terminal).catch((error: unknown) => fail(terminal, messageOf(error)));
}

function help(): string {
  const commands = Object.values(COMMANDS).map(({ usage, about }) => `  antiphon ${usage}\n      ${about}`);
  return ['Recordings of sessions, replayed, compared and drawn.', ...commands].join('\n\n');
}

function fail(terminal: Terminal, message: string): number {
  terminal.err(`antiphon: ${message}`);
  return 2;
}

/** All that is wrong at once, where it is known. */
function messageOf(error: unknown): string {
  if (!(error instanceof AntiphonError)) return error instanceof Error ? error.message : String(error);
  const { issues = [] } = error.details;
  if (issues.length === 0) return error.message;
  return issues.map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`).join('\n');
}
