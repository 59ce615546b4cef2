import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest, packAndInstall, ROOT, type Packed } from './packed.ts';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const BROWSER = ['antiphon/client', 'antiphon/react'];
const ENTRIES = Object.keys(manifest.exports).map((entry) => entry.replace(/^\./u, 'antiphon'));

let packed: Packed;
beforeAll(() => {
  const types = ['@types/node', '@types/react', 'csstype'];
  packed = packAndInstall([
    'tslib',
    ...types,
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
  ]);
});
afterAll(() => packed.dispose());

/** Compiles `source` as the only file of a project of that type; returns the messages of the compiler and the place of its output. */
function compile(
  type: 'module' | 'commonjs',
  source: string,
  options: readonly string[],
): { readonly output: string; readonly messages: string } {
  const folder = join(packed.project, `${type}-${options.join('').replaceAll(/\W/gu, '')}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  writeFileSync(join(folder, 'main.ts'), source);
  try {
    execFileSync(process.execPath, [TSC, '--strict', '--target', 'es2022', ...options, 'main.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { output: join(folder, 'main.js'), messages: '' };
  } catch (error) {
    return { output: '', messages: (error as { readonly stdout: string }).stdout };
  }
}

describe('a project that checks the declarations of its packages', () => {
  test('compiles on a server', () => {
    const source = ENTRIES.filter((entry) => !BROWSER.includes(entry)).map((entry) => `import '${entry}';`);
    expect(compile('module', source.join('\n'), ['--module', 'nodenext', '--skipLibCheck', 'false']).messages).toBe('');
  });

  test('compiles in a browser', () => {
    const options = ['--module', 'nodenext', '--skipLibCheck', 'false', '--lib', 'esnext,dom', '--types', ''];
    expect(compile('module', BROWSER.map((entry) => `import '${entry}';`).join('\n'), options).messages).toBe('');
  });
});

describe('a CommonJS project', () => {
  test.each(['nodenext', 'node20'])('imports it with `module` %s', (kind) => {
    const source = `import { defineAgent } from 'antiphon'; console.log(typeof defineAgent);`;
    const { output, messages } = compile('commonjs', source, ['--module', kind]);
    expect(messages).toBe('');
    expect(execFileSync(process.execPath, [output], { encoding: 'utf8' }).trim()).toBe('function');
  });

  test('with `module` node16 imports it where it is needed, and its types with a resolution mode', () => {
    const source = `
      import type { SessionConfig } from 'antiphon' with { 'resolution-mode': 'import' };
      const config: SessionConfig | null = null;
      void import('antiphon').then(({ defineAgent }) => console.log(typeof defineAgent, config));`;
    const { output, messages } = compile('commonjs', source, ['--module', 'node16']);
    expect(messages).toBe('');
    expect(execFileSync(process.execPath, [output], { encoding: 'utf8' }).trim()).toBe('function null');
  });
});
