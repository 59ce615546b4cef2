// Checks in projects that install the packages as a new user does: without any file of this repository, and from the npm
// registry alone. Each returns its problems, one line per problem.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The maximum size of `npm install antiphon rxjs zod` without rxjs and zod, in bytes. */
const LARGEST = 8_000_000;
const PEERS = ['rxjs', 'zod', 'tslib'].map((name) => join('node_modules', name, sep));
const SCORE = join(import.meta.dirname, 'score.mjs');

/** Creates an empty project and installs packages and tarballs in it. */
export function install(project, packages) {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  run(project, 'npm', 'install', '--no-audit', '--no-fund', ...packages);
}

/** Checks that the installed packages do not exceed the maximum size. */
export function checkSize(project) {
  const bytes = readdirSync(join(project, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !PEERS.some((peer) => path.startsWith(join(project, peer))))
    .reduce((sum, path) => sum + statSync(path).size, 0);
  return bytes > LARGEST ? [`installed: expected at most ${LARGEST} bytes, got ${bytes}`] : [];
}

/** Checks that every entry point can be imported. */
export function checkEntries(project, { name, exports }) {
  return Object.keys(exports).flatMap((path) => {
    const entry = path.replace('.', name);
    return attempt(`import ${entry}`, () =>
      run(project, 'node', '--input-type=module', '-e', `await import('${entry}')`),
    );
  });
}

/** Checks that a score can be played. */
export function checkScore(project) {
  copyFileSync(SCORE, join(project, 'score.mjs'));
  return attempt('a score', () => run(project, 'node', 'score.mjs'));
}

/** Checks that `npm create antiphon` from one tarball creates a project that passes its test with the other. */
export function checkCreate(folder, { createAntiphon, antiphon }) {
  return attempt('npm create', () => {
    mkdirSync(folder, { recursive: true });
    run(folder, 'npm', 'exec', '--yes', `--package=${createAntiphon}`, '--', 'create-antiphon', 'my-agent');
    const project = join(folder, 'my-agent');
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    manifest.dependencies.antiphon = `file:${antiphon}`;
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
    run(project, 'npm', 'install', '--no-audit', '--no-fund');
    run(project, 'npm', 'run', 'check');
    run(project, 'npm', 'test');
  });
}

function attempt(what, work) {
  try {
    work();
    return [];
  } catch ({ message, stdout = '' }) {
    return [`${what}: ${message}\n${stdout}`];
  }
}

/** Runs a command with only PATH and HOME set. */
function run(cwd, name, ...args) {
  const { PATH, HOME } = process.env;
  return execFileSync(name, args, { cwd, encoding: 'utf8', env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
}
