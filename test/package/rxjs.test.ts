import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packAndInstall, ROOT, type Packed } from './packed.ts';

let packed: Packed;
beforeAll(() => {
  packed = packAndInstall(['zod', 'tslib', 'ws']);
  cpSync(join(ROOT, 'node_modules/rxjs'), join(packed.project, 'node_modules/rxjs'), { recursive: true });
});
afterAll(() => packed.dispose());

const SCORE = `model.score(new Observable((windows) => windows.next(new Int16Array(512))))`;

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
