// npm run release: builds, packs and checks `antiphon` and `create-antiphon`, and publishes them. With `-- --dry-run`, prints what
// `npm publish` would send.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkLicences } from './release/licences.mjs';
import { pack } from './release/pack.mjs';
import { checkFiles, checkPackage, checkReadme, checkTypes, checkVersions } from './release/papers.mjs';
import { checkCreate, checkEntries, checkScore, checkSize, install } from './release/project.mjs';
import { release } from './release/release.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const isDry = values['dry-run'];
const scratch = mkdtempSync(join(tmpdir(), 'antiphon-release-'));
const small = join(scratch, 'small');
const whole = join(scratch, 'whole');

try {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  run(process.execPath, 'scripts/build.mjs');
  const [antiphon, createAntiphon] = [pack(), pack('create')];
  const packages = [antiphon, createAntiphon];
  const checks = [
    ['versions', () => checkVersions(packages, readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))],
    ['files and sizes', () => checkFiles(packages)],
    ['types (attw)', () => checkTypes(antiphon.tarball)],
    [
      'npm install',
      () => {
        install(small, [antiphon.tarball, 'rxjs', 'zod']);
        install(whole, [...packages.map(({ tarball }) => tarball), 'rxjs', 'zod', 'react', '@opentelemetry/api']);
        return [];
      },
    ],
    [
      'publint',
      async () =>
        (
          await Promise.all(packages.map(({ manifest }) => checkPackage(join(whole, 'node_modules', manifest.name))))
        ).flat(),
    ],
    ['size of what is installed', () => checkSize(small)],
    ['licences of what is installed', () => checkLicences(whole)],
    ['entry points', () => checkEntries(whole, antiphon.manifest)],
    ['a score', () => checkScore(small)],
    [
      'npm create',
      () =>
        checkCreate(join(scratch, 'create'), { createAntiphon: createAntiphon.tarball, antiphon: antiphon.tarball }),
    ],
    ...(isDry
      ? []
      : [
          [
            'ready to publish',
            () => [...checkReadme(readFileSync(join(ROOT, 'README.md'), 'utf8')), ...findUncommitted()],
          ],
        ]),
  ];
  const isReleased = await release(checks, () => {
    for (const { tarball } of packages)
      run('npm', 'publish', tarball, '--access', 'public', ...(isDry ? ['--dry-run'] : []));
  });
  if (!isReleased) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function findUncommitted() {
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  return changed
    .split('\n')
    .filter(Boolean)
    .map((file) => `not committed: ${file}`);
}

function run(name, ...args) {
  execFileSync(name, args, { cwd: ROOT, stdio: 'inherit' });
}
