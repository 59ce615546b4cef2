import { withoutControls } from './withoutControls.ts';
import { AntiphonError } from '../core/errors.ts';
import type { Terminal } from './command.ts';
import { COMMANDS, loadCommands } from './commands.ts';
import { VERSION } from '../record/version.ts';
import { messageOf } from '../core/messageOf.ts';

/**
 * Runs the command named by the arguments and writes its errors. @returns the exit code, which is 2 if it could not run
 */
export async function runCommand([name = '--help', ...args]: readonly string[], screen: Terminal): Promise<number> {
  const terminal = withoutControls(screen);
  if (name === '--help' || name === '-h') {
    terminal.out(await formatHelp());
    return 0;
  }
  if (name === '--version') {
    terminal.out(VERSION);
    return 0;
  }
  const load = COMMANDS.get(name);
  if (load === undefined) return reportFailure(terminal, `unknown command "${name}"\n\n${await formatHelp()}`);
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(`antiphon ${name} ${command.usage}\n\n${command.about}`);
    return 0;
  }
  return command.run(args, terminal).catch((error: unknown) => reportFailure(terminal, formatError(error)));
}

async function formatHelp(): Promise<string> {
  const commands = (await loadCommands()).map(
    (command) => `  antiphon ${command.name} ${command.usage}\n      ${command.about}`,
  );
  const exit =
    'Exit codes: 0 success · 1 replay found a difference, a test failed, or a model has changed · 2 the command could not run.';
  const about =
    'Serves an agent, replays, compares, tests, draws and exports recordings of its sessions, evaluates turn models, creates API keys, and downloads models.';
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
