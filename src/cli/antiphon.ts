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

// What a module of the application has left open would hold the process. What was written before is on its way.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
