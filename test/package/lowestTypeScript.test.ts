import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifest, packAndInstall, type Packed } from './packed.ts';

/** As in docs/installing.md. */
const LOWEST = '5.4.5';
const BROWSER = ['antiphon/client', 'antiphon/react'];
const ENTRIES = Object.keys(manifest.exports).map((entry) => entry.replace(/^\./u, 'antiphon'));

let packed: Packed;
let compiler: string;
beforeAll(() => {
  const types = ['@types/node', '@types/react', 'csstype'];
  packed = packAndInstall([
    'tslib',
    ...types,
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
  ]);
  compiler = mkdtempSync(join(tmpdir(), 'antiphon-typescript-'));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', compiler, `typescript@${LOWEST}`]);
});
afterAll(() => {
  packed.dispose();
  rmSync(compiler, { recursive: true });
});

test.each([
  ['a server', ENTRIES.filter((entry) => !BROWSER.includes(entry)), []],
  ['a page', BROWSER, ['--lib', 'esnext,dom']],
])(`TypeScript ${LOWEST} compiles the declarations for %s`, (_, entries, options) => {
  writeFileSync(join(packed.project, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(packed.project, 'main.ts'), entries.map((entry) => `import '${entry}';`).join('\n'));
  const own = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false'];
  const tsc = join(compiler, 'node_modules/typescript/bin/tsc');
  const compile = (): unknown =>
    execFileSync(process.execPath, [tsc, ...own, ...options, 'main.ts'], { cwd: packed.project, encoding: 'utf8' });
  expect(compile).not.toThrow();
});
