import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLicences } from '../../scripts/release/licences.mjs';
import { checkEntries, checkScore, checkSize } from '../../scripts/release/project.mjs';
import { manifest, ROOT } from './packed.ts';

/** The line for a project beside the clone, which installs the packed package. */
const LINE = 'npm install "$(npm run --silent pack --prefix ../antiphon)" rxjs zod';

// What a new user does: no flags, and only the tarball and the npm registry.
let folder: string;
let project: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-install-'));
  symlinkSync(ROOT, join(folder, 'antiphon'));
  project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  run('sh', '-c', LINE);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('README.md has the line that installs from a clone', () => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n')).toContain(LINE);
});

test('`npm install antiphon rxjs zod` in an empty project takes less than 8 MB besides rxjs and zod, of permissive licences', () => {
  expect([...checkSize(project), ...checkLicences(project)]).toEqual([]);
});

test('a score is played', () => {
  expect(checkScore(project)).toEqual([]);
});

test('every entry point that needs no other package is imported', () => {
  const { './react': _, ...exports } = manifest.exports;
  expect(checkEntries(project, { name: 'antiphon', version: '', exports })).toEqual([]);
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
    silero({ sampleRate: 16000, modelPath: 'package.json' })
      .score(of(new Int16Array(512)))
      .subscribe({ error: ({ code, message }) => console.log(code, message) });
  `;
  expect(run('node', '--input-type=module', '-e', script)).toMatch(/vad_failed .*npm install onnxruntime-node/);
});

test('damaged or missing weights of the bundled model are found', () => {
  const weights = join(project, 'node_modules/antiphon/dist/providers/silero/silero_vad_v6_16000.weights');
  const script = `
    import { silero } from 'antiphon/providers';
    import { of } from 'rxjs';
    silero({ sampleRate: 16000 })
      .score(of(new Int16Array(512)))
      .subscribe({ error: ({ code, message }) => console.log(code, message) });
  `;
  const bytes = readFileSync(weights);
  bytes.writeUInt8(bytes.readUInt8(400_000) ^ 1, 400_000);
  writeFileSync(weights, bytes);
  expect(run('node', '--input-type=module', '-e', script)).toMatch(/^vad_failed .*16000 Hz are damaged/);
  rmSync(weights);
  expect(run('node', '--input-type=module', '-e', script)).toMatch(/^vad_failed cannot read .*16000\.weights/s);
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
