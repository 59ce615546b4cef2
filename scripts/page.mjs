import { readFileSync, writeFileSync } from 'node:fs';

/** Writes a generated page; called with `--check`, only says whether it is as generated, by the exit code. */
export function writePage(path, text) {
  if (!process.argv.includes('--check')) return writeFileSync(path, text);
  if (read(path) === text) return undefined;
  console.error(`${path} is out of date: run \`npm run docs\` and commit`);
  process.exitCode = 1;
}

/** Breaks a paragraph into lines of at most 120 characters. */
export function wrapped(text) {
  return text.replaceAll(/(?=.{121})(.{1,120}) /gu, '$1\n');
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
