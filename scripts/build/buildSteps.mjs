import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fingerprint } from './fingerprint.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** The fingerprint of each step's inputs when it last succeeded. */
const STAMP = 'dist/.inputs';

/**
 * Runs the steps whose inputs have changed, all at the same time, and reports progress on stderr. Returns whether all of them
 * succeeded; a step that failed runs again next time.
 */
export async function buildSteps(steps, root = ROOT) {
  const began = performance.now();
  const stamps = readStamps(root);
  const stale = steps
    .map((step) => ({ ...step, stamp: fingerprint(root, step.inputs) }))
    .filter(({ name, stamp }) => stamps[name] !== stamp);
  if (stale.length === 0) return true;
  report(`building ${stale.map(({ name }) => name).join(', ')} …`);
  const done = await Promise.all(
    stale.map(async ({ name, commands, stamp }) => {
      const isDone = await runAll(commands, root);
      stamps[name] = isDone ? stamp : '';
      writeStamps(root, stamps);
      report(`${isDone ? 'built' : 'FAILED'} ${name} (${seconds(began)})`);
      return isDone;
    }),
  );
  return done.every(Boolean);
}

async function runAll(commands, root) {
  for (const command of commands) {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 2, 2] });
    const [status] = await once(child, 'exit');
    if (status !== 0) return false;
  }
  return true;
}

function readStamps(root) {
  try {
    return JSON.parse(readFileSync(join(root, STAMP), 'utf8'));
  } catch {
    return {};
  }
}

function writeStamps(root, stamps) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, STAMP), JSON.stringify(stamps));
}

function report(line) {
  process.stderr.write(`antiphon: ${line}\n`);
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
