#!/usr/bin/env node
import { runCommand } from './run.ts';

// The reader may close the pipe early, as `| head` does.
process.stdout.once('error', () => process.exit());

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  columns: process.stdout.columns ?? 100,
  isTty: process.stderr.isTTY === true,
});
