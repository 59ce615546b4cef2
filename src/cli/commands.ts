import type { Command } from './command.ts';

/**
 * The commands by name, in the order of `--help`. `docs/command-line.md` lists them. A command is loaded when it runs,
 * because loading all of them would double the time that Studio takes to start.
 */
export const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['serve', async () => (await import('./serve.ts')).serve],
  ['studio', async () => (await import('./studio.ts')).studio],
  ['replay', async () => (await import('./replay.ts')).replay],
  ['explain', async () => (await import('./explain.ts')).explainCommand],
  ['sweep', async () => (await import('./sweep.ts')).sweep],
  ['test', async () => (await import('./test.ts')).test],
  ['turns', async () => (await import('./turns.ts')).turns],
  ['draw', async () => (await import('./draw.ts')).draw],
  ['export', async () => (await import('./export.ts')).exportCommand],
  ['score', async () => (await import('./score.ts')).scoreCommand],
  ['key', async () => (await import('./key.ts')).key],
  ['models', async () => (await import('./models.ts')).models],
]);

/** Loads all commands. */
export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all([...COMMANDS.values()].map((load) => load()));
}
