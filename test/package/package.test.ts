import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
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

  test('no declaration without a source: a stale dist is cleared with `npm run clean`', () => {
    const orphans = packed.files
      .filter((path) => path.endsWith('.d.ts'))
      .map((path) => path.replace(/^dist\//, '').replace(/\.d\.ts$/, '.ts'))
      .filter((source) => !existsSync(join(ROOT, source)));
    expect(orphans).toEqual([]);
  });

  test('the modules that are loaded from its entry points, and no others', () => {
    const loaded = new Set(listEntryModules());
    for (const path of loaded) for (const target of findLoaded(path)) loaded.add(target);
    expect([...loaded].toSorted()).toEqual(packed.files.filter((path) => path.endsWith('.js')).toSorted());
  });

  test('fewer modules than it was written in: a process loads it fast', () => {
    expect(packed.files.filter((path) => path.endsWith('.js')).length).toBeLessThan(60);
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

test('an error of any entry point is an AntiphonError of `antiphon`', () => {
  const script = `
    import { AntiphonError } from 'antiphon';
    import { resample } from 'antiphon/operators';
    import { parseRecording } from 'antiphon/record';
    import { serve } from 'antiphon/server';
    import { lastValueFrom, of } from 'rxjs';

    const frame = { samples: new Int16Array(1), sampleRate: 1 };
    const faults = {
      operators: () => lastValueFrom(of(frame).pipe(resample({ sampleRate: 16000 }))),
      record: () => parseRecording('no recording'),
      server: () => serve({ agent: null }),
    };
    for (const [entry, fail] of Object.entries(faults))
      await Promise.resolve().then(fail).catch((error) => console.log(entry, error instanceof AntiphonError));
  `;
  const args = ['--input-type=module', '-e', script];
  const printed = execFileSync(process.execPath, args, { cwd: packed.project, encoding: 'utf8' });
  expect(printed.trim().split('\n')).toEqual(['operators true', 'record true', 'server true']);
});

/** Returns the modules that package.json names, those of the browser's client that are fetched by URL, and that of the page. */
function listEntryModules(): readonly string[] {
  const targets = [
    ...Object.values(manifest.exports).map((entry) => entry.default),
    ...Object.values(manifest.bin),
    ...Object.values(manifest.imports),
  ];
  return [
    ...targets.filter((target) => target.endsWith('.js')).map((target) => target.slice(2)),
    'dist/src/page/main.js',
  ];
}

/** Returns the modules of the package that a module imports, or names by their URL. */
function findLoaded(path: string): readonly string[] {
  const code = readFileSync(join(packed.project, 'node_modules/antiphon', path), 'utf8');
  const specifiers = [
    ...code.matchAll(/^(?:import|export) (?:[^;]* from )?"(\.[^"]+)";$/gmu),
    ...code.matchAll(/new URL\("(\.[^"]+\.js)", import\.meta\.url\)/gu),
  ];
  return specifiers.map(([, specifier = '']) => posix.join(posix.dirname(path), specifier));
}
