import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packAndInstall, ROOT, type Packed } from './packed.ts';

// Node's entry points import `#rxjs`, which loads the modules of rxjs that they use. They are those of the program's rxjs.
let packed: Packed;
beforeAll(() => {
  packed = packAndInstall(['zod', 'tslib', 'ws', 'jose']);
  cpSync(join(ROOT, 'node_modules/rxjs'), join(packed.project, 'node_modules/rxjs'), { recursive: true });
});
afterAll(() => packed.dispose());

const SCORE = `model.score(new Observable((windows) => windows.next(new Int16Array(512))))`;
const FILES = `Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('/rxjs/'))`;

describe('the classes and the configuration of rxjs are those of the program', () => {
  test('in a module', () => {
    const script = `
      import { silero } from 'antiphon/providers';
      import { config, map, Observable } from 'rxjs';
      const model = silero({ sampleRate: 16000 });
      console.log(${SCORE} instanceof Observable);
      config.onUnhandledError = (error) => console.log('unhandled', error);
      ${SCORE}.pipe(map(() => { throw 'mine'; })).subscribe();
    `;
    expect(run(script)).toBe('true\nunhandled mine');
  });

  test('in a CommonJS program, whichever it loads first', () => {
    const script = (first: string): string => `
      ${first};
      import('antiphon/providers').then(({ silero }) => {
        const { Observable } = require('rxjs');
        const model = silero({ sampleRate: 16000 });
        console.log(${SCORE} instanceof Observable);
      });
    `;
    const printed = ["require('rxjs')", "'nothing'"].map((first) => run(script(first), 'commonjs'));
    expect(printed).toEqual(['true', 'true']);
  });
});

describe('loads of rxjs', () => {
  test('what a first score needs', () => {
    const script = `
      import { createRequire } from 'node:module';
      import 'antiphon';
      import { silero } from 'antiphon/providers';
      import observable from 'rxjs/internal/Observable';
      const { Observable } = observable;
      const model = silero({ sampleRate: 16000 });
      ${SCORE}.subscribe();
      console.log(${FILES}.length);
    `;
    const files = Number(run(script));
    expect(files).toBeGreaterThan(10);
    expect(files).toBeLessThan(80);
  });

  test('with `warmUp` also what a first session needs, and not all', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { STT, TTS, VAD, warmUp } from 'antiphon';
      const key = { api_key: 'none' };
      await warmUp({ initial_messages: [], session_data: {}, vad: VAD.Silero(), stt: STT.Deepgram(key), tts: TTS.Deepgram(key) });
      const has = (file) => ${FILES}.some((path) => path.endsWith(file));
      console.log(has('/operators/switchMap.js'), has('/operators/windowToggle.js'));
    `;
    expect(run(script)).toBe('true false');
  });

  test('by the name of a module that this version has', () => {
    const code = readFileSync(join(packed.project, 'node_modules/antiphon/dist/chunks/rxjs.cjs'), 'utf8');
    const require = createRequire(join(packed.project, 'main.js'));
    const rxjs = require('rxjs') as Readonly<Record<string, unknown>>;
    const named = [...code.matchAll(/"(\w+)", \(\) => require\("([^"]+)"\)/gu)];
    expect(named.length).toBeGreaterThan(40);
    for (const [, name = '', path = ''] of named)
      expect((require(path) as Readonly<Record<string, unknown>>)[name], name).toBe(rxjs[name]);
  });

  test('all, if it does not give single modules away', () => {
    const manifest = join(packed.project, 'node_modules/rxjs/package.json');
    const before = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, before.replace('"./internal/*"', '"./other/*"'));
    const script = `
      import { silero } from 'antiphon/providers';
      import { Observable } from 'rxjs';
      const model = silero({ sampleRate: 16000 });
      ${SCORE}.subscribe((probability) => console.log(probability < 0.5));
    `;
    try {
      expect(run(script)).toBe('true');
    } finally {
      writeFileSync(manifest, before);
    }
  });
});

describe('a bundle has one copy of rxjs', () => {
  const PROGRAM = `
    import { Observable } from 'rxjs';
    import { interruption } from 'antiphon/operators';
    import * as client from 'antiphon/client';
    globalThis.used = [Observable, interruption, client];
  `;

  test('for a browser, as modules', async () => {
    const { modules, code } = await bundle(PROGRAM, 'browser');
    expect(modules.filter((path) => path.includes('/rxjs/dist/') && !path.includes('/rxjs/dist/esm5/'))).toEqual([]);
    expect(modules.some((path) => path.includes('/rxjs/dist/esm5/'))).toBe(true);
    expect(code).not.toMatch(/\brequire\(|from "node:/u);
  });

  test('for Node, and the package and the program share it', async () => {
    const program = `
      import { Observable } from 'rxjs';
      import { silero } from 'antiphon/providers';
      const model = silero({ sampleRate: 16000 });
      console.log(${SCORE} instanceof Observable);
    `;
    const { modules, code } = await bundle(program, 'node');
    expect(modules.filter((path) => path.includes('/rxjs/dist/') && !path.includes('/rxjs/dist/cjs/'))).toEqual([]);
    expect(run(code)).toBe('true');
  });
});

async function bundle(
  program: string,
  platform: 'browser' | 'node',
): Promise<{ readonly modules: readonly string[]; readonly code: string }> {
  const input = join(packed.project, `${platform}.js`);
  writeFileSync(input, program);
  const bundled = await rolldown({ input, platform, logLevel: 'silent' });
  const { output } = await bundled.generate({ codeSplitting: false });
  await bundled.close();
  rmSync(input);
  return { modules: output[0].moduleIds, code: output[0].code };
}

/** Runs a program in a process of its own; returns what it printed. */
function run(script: string, type: 'module' | 'commonjs' = 'module'): string {
  const options = { cwd: packed.project, encoding: 'utf8', input: script } as const;
  return execFileSync(process.execPath, [`--input-type=${type}`, '-'], options).trim();
}
