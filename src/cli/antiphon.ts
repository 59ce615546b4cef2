#!/usr/bin/env node
import { runCommand } from './run.ts';

// The reader may close the pipe early, as `| head` does.
process.stdout.once('error', () => process.exit());

const code = await runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  columns: process.stdout.columns ?? 100,
  isTty: process.stderr.isTTY === true,
});

// Exit explicitly, after all output is flushed: open handles of the application's modules would keep the process alive.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
