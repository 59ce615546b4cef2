import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, manifest, packAndInstall, ROOT, type Packed } from './packed.ts';

const ENTRIES = Object.keys(manifest.exports).map((entry) => entry.replace(/^\./, 'antiphon'));

/** What it brings along, but for the engines. */
const WITH_THE_PACKAGE = ['@fastify/static', '@fastify/websocket', '@msgpack/msgpack', 'fastify-plugin', 'jose', 'ws'];

let packed: Packed;
beforeAll(() => {
  packed = packAndInstall(['rxjs', 'zod', 'tslib', ...WITH_THE_PACKAGE]);
});
afterAll(() => packed.dispose());

describe('the package holds', () => {
  test('what was built, and the papers', () => {
    const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
    expect(packed.files.filter((path) => !path.startsWith('dist/')).toSorted()).toEqual(papers);
  });

  test('no module without a source: a stale dist is cleared with `npm run clean`', () => {
    const orphans = packed.files
      .filter((path) => /\.(js|d\.ts)$/.test(path))
      .map((path) => path.replace(/^dist\//, '').replace(/(\.d)?\.[jt]s$/, '.ts'))
      .filter((source) => !existsSync(join(ROOT, source)));
    expect(orphans).toEqual([]);
  });

  test('everything that its exports and imports point to', () => {
    const targets = [
      ...Object.values(manifest.exports).flatMap(Object.values<string>),
      ...Object.values(manifest.imports),
    ];
    expect(targets.map((target) => target.slice(2)).filter((path) => !packed.files.includes(path))).toEqual([]);
  });

  test('the page, with all that it names', () => {
    const page = readFileSync(join(packed.project, 'node_modules/antiphon/dist/src/page/index.html'), 'utf8');
    const named = [...page.matchAll(/(?:href|src)="([\w.]+)"/g)].map(([, name]) => `dist/src/page/${name}`);
    expect(named).toHaveLength(3);
    expect(named.filter((path) => !packed.files.includes(path))).toEqual([]);
  });

  test('the notice of the model it ships', () => {
    const models = packed.files.filter((path) => path.endsWith('.onnx'));
    expect(models).toHaveLength(1);
    expect(packed.files.filter((path) => /^dist\/providers\/silero\/.*\.LICENSE$/.test(path))).toHaveLength(1);
  });
});

describe('the package is well formed', () => {
  test('publint finds nothing', async () => {
    const { messages } = await publint({
      pkgDir: join(packed.project, 'node_modules/antiphon'),
      strict: true,
      pack: false,
    });
    expect(messages).toEqual([]);
  });

  test('every entry point resolves with its types', () => {
    // It fails if one does not; what it lists shows that it looked.
    const verdict = command('node_modules/.bin/attw', packed.tarball, '--profile', 'esm-only');
    expect(ENTRIES.filter((entry) => !verdict.includes(`"${entry}"`))).toEqual([]);
  });
});

describe('a project without any speech engine', () => {
  test.each(ENTRIES)('imports %s', (entry) => {
    const script = `import('${entry}').then((all) => console.log(Object.keys(all).length))`;
    const named = execFileSync(process.execPath, ['-e', script], { cwd: packed.project, encoding: 'utf8' });
    expect(Number(named)).toBeGreaterThan(0);
  });
});
