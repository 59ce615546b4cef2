import { readFileSync, writeFileSync } from 'node:fs';

/** Writes a generated page; called with `--check`, only says whether it is as generated, by the exit code. */
export function writePage(path, text) {
  if (!process.argv.includes('--check')) return writeFileSync(path, text);
  if (read(path) === text) return undefined;
  console.error(`${path} is out of date: run \`npm run docs\` and commit`);
  process.exitCode = 1;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
