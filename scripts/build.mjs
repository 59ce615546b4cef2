// Builds `dist`. Does nothing when no input has changed since the last build; compiles only what has changed otherwise.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, 'dist/.inputs');
const FOLDERS = ['kernels', 'src', 'operators', 'providers', 'examples', 'scripts'];
const FILES = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'tsconfig.dom.json', 'tsconfig.dom.build.json'];
/** npm rewrites it whenever it installs something. */
const INSTALLED = 'node_modules/.package-lock.json';

const inputs = fingerprint();
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== inputs) await build();

async function build() {
  rmSync(STAMP, { force: true });
  for (const project of ['tsconfig.build.json', 'tsconfig.dom.build.json']) compile(project);
  for (const step of ['model', 'kernel', 'bundle', 'page-assets', 'executable']) await import(`./${step}.mjs`);
  writeFileSync(STAMP, inputs);
}

function compile(project) {
  try {
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], {
      cwd: ROOT,
      stdio: 'inherit',
    });
  } catch ({ status }) {
    process.exit(status ?? 1);
  }
}

/** Path, size and time of the last change of every input. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const path of [...FOLDERS.flatMap(filesBelow), ...FILES, INSTALLED]) {
    const { size, mtimeMs } = statSync(join(ROOT, path), { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();
}
