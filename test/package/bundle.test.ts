import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packAndInstall, type Packed } from './packed.ts';

const APP = `
  import { silero } from 'antiphon/providers';
  import { of } from 'rxjs';
  silero({ sampleRate: 16000 }).score(of(new Int16Array(512))).subscribe({
    next: (score) => console.log(score < 0.5),
    error: ({ message }) => console.log(message),
  });
`;

let packed: Packed;
beforeAll(() => {
  packed = packAndInstall(['rxjs', 'zod', 'tslib', 'ws']);
  writeFileSync(join(packed.project, 'app.js'), APP);
});
afterAll(() => packed.dispose());

/** Bundles the app for Node without the packages of `external`, and runs it. */
async function runBundle(external: readonly string[]): Promise<string> {
  const file = join(packed.project, 'bundle.mjs');
  const bundle = await rolldown({
    cwd: packed.project,
    input: 'app.js',
    platform: 'node',
    external: [...external],
    logLevel: 'silent',
  });
  await bundle.write({ file, codeSplitting: false });
  await bundle.close();
  return execFileSync(process.execPath, [file], { encoding: 'utf8' }).trim();
}

test('a program is bundled without the package, which then finds its files', async () => {
  expect(await runBundle(['antiphon/providers', 'rxjs'])).toBe('true');
});

test('a bundler finds every import of the main entry points without an optional package', async () => {
  const found: string[] = [];
  const input = join(packed.project, 'main.js');
  writeFileSync(input, `export * from 'antiphon'; export { silero, openWebSocket } from 'antiphon/providers';`);
  const bundle = await rolldown({ input, platform: 'node', onLog: (_, { message }) => void found.push(message) });
  await bundle.generate();
  await bundle.close();
  expect(found.filter((message) => message.includes('resolve'))).toEqual([]);
});

test('a bundle that contains the package says that it is to be kept out', async () => {
  expect(await runBundle([])).toMatch(/antiphon cannot find its file #silero-\S+ .*mark the package as external/u);
});
