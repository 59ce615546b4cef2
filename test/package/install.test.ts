import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packAndInstall, ROOT, type Packed } from './packed.ts';

// What a stranger does: no file of this repository, no flag, nothing but the npm registry.
let packed: Packed;
let project: string;
beforeAll(() => {
  packed = packAndInstall([]);
  project = mkdtempSync(join(tmpdir(), 'antiphon-install-'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  run('npm', 'install', packed.tarball, 'rxjs', 'zod');
}, 300_000);
afterAll(() => {
  packed.dispose();
  rmSync(project, { recursive: true });
});

test('`npm install antiphon rxjs zod` in an empty project takes less than 80 MB', () => {
  const kilobytes = Number(run('du', '-sk', 'node_modules').split('\t')[0]);
  console.log(`npm install antiphon rxjs zod: ${Math.round(kilobytes / 1024)} MB`);
  expect(kilobytes).toBeLessThan(80 * 1024);
});

test('a session hears speech with the bundled model', () => {
  copyFileSync(join(ROOT, 'test/package/session.mjs'), join(project, 'session.mjs'));
  copyFileSync(join(ROOT, 'test/providers/silero/windows.mjs'), join(project, 'windows.mjs'));
  const printed = run('node', 'session.mjs');
  expect(printed).toContain('on_user_started_speaking');
  expect(printed).toContain('on_user_message_added hello\n');
  expect(printed).toContain('on_agent_message_added Good evening.\n');
});

test('a model of your own says which package it needs', () => {
  const script = `
    import { startSession } from 'antiphon';
    import { silero } from 'antiphon/providers';
    import { of } from 'rxjs';
    silero({ sampleRate: 16000, engine: 'onnx' })
      .score(of(new Int16Array(512)))
      .subscribe({ error: ({ code, message }) => console.log(code, message) });
  `;
  expect(run('node', '--input-type=module', '-e', script)).toMatch(/vad_failed .*npm install onnxruntime-node/);
});

function run(name: string, ...args: readonly string[]): string {
  const { PATH, HOME } = process.env;
  return execFileSync(name, args, {
    cwd: project,
    encoding: 'utf8',
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
