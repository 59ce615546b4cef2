import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { MODELS } from '../../src/models/catalogue.ts';
import { createArchive } from '../models/support/archive.ts';
import { serveFile, type Behaviour, type FileServer } from '../models/support/fileServer.ts';
import { terminal, type KeptTerminal } from './terminal.ts';

/** A model of the catalogue without a published checksum, so that any file will do. */
const UNCHECKED = 'nemo-ctc-en-80ms';
const LICENCE = 'CC-BY-4.0, https://huggingface.co/nvidia/stt_en_fastconformer_hybrid_large_streaming_multi';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-models-'));
  vi.stubEnv('ANTIPHON_MODELS', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<KeptTerminal & { readonly code: number }> {
  const written = terminal();
  const code = await runCommand(['models', ...args], written);
  return { ...written, code };
}

/** Makes a mirror that has the same archive under every name. */
async function startMirror(
  behave?: (request: number) => Behaviour,
  content: Buffer | string = 'a b',
): Promise<FileServer> {
  const archive = await createArchive([{ name: 'model/tokens.txt', content }]);
  const server = await serveFile(() => archive, behave);
  onTestFinished(() => server.close());
  vi.stubEnv('ANTIPHON_MODELS_URL', server.url);
  return server;
}

describe('antiphon models', () => {
  test('lists the catalogue in 100 columns: what each model is, its licence, and whether it is here', async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    const lines = stdout.join('\n').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(lines.find((line) => line.startsWith('zipformer-en-20M '))?.split(/\s{2,}/u)).toEqual([
      'zipformer-en-20M',
      'stt',
      'en',
      '128 MB',
      'Apache-2.0',
      'no',
      'published',
    ]);
    expect(lines.find((line) => line.startsWith(UNCHECKED))).toMatch(/none published$/u);
    expect(lines).toContain('  npm install sherpa-onnx-node');
    expect(stdout.join('')).toContain('sherpa-onnx-node, which contains eSpeak NG (GPL-3.0-or-later)');
    expect(stdout.join('')).toContain('real-time factor 0.038 (int8, the example on the page) [');
    expect(lines).toContain(`Folder: ${folder}`);
  });

  test('cuts no licence', async () => {
    const { stdout } = await run();
    expect(stdout.join('\n').split('\n\n')[0]).not.toContain('…');
  });

  test('lists the models of a kind and a language', async () => {
    const listed = JSON.parse((await run('list', '--json', '--kind', 'tts', '--language', 'de')).stdout.join('')) as {
      readonly name: string;
    }[];
    expect(listed.map(({ name }) => name)).toEqual([
      'supertonic-3',
      'piper-de_DE-thorsten-medium',
      'piper-de_DE-thorsten-medium-int8',
    ]);
  });

  test('prints the catalogue with its states as JSON', async () => {
    const listed = JSON.parse((await run('--json')).stdout.join('')) as unknown[];
    expect(listed).toHaveLength(MODELS.length);
    expect(listed[0]).toMatchObject({ ...MODELS[0], pulled: false, folder: null, checksum: 'published' });
  });

  test.each([
    [['pul'], 'models: expected list, pull, remove, path, verify; did you mean "pull"?; got "pul"'],
    [['pull'], 'models pull: expected a NAME'],
    [['remove'], 'models remove: expected a NAME'],
    [['list', '--kind', 'vad'], '--kind: expected stt, tts, turns, got "vad"'],
    [['pull', 'zipformer-en-20'], 'there is no model "zipformer-en-20"; did you mean "zipformer-en-20M"?'],
    [['remove', '../../etc'], 'there is no model "../../etc"; `npx antiphon models` lists them'],
    [['path', '..'], 'there is no model ".."'],
    [
      ['verify', 'zipformer-en-20M'],
      'zipformer-en-20M is not on this machine: npx antiphon models pull zipformer-en-20M',
    ],
  ])('%j is refused, exit code 2', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr.join('\n')).toContain(message);
  });
});

describe('antiphon models pull', () => {
  test('shows the licence and downloads nothing until it is accepted, exit code 2', async () => {
    const server = await startMirror();
    const { code, stderr } = await run('pull', UNCHECKED);
    expect(code).toBe(2);
    expect(stderr).toEqual([
      `${UNCHECKED}: ${LICENCE}`,
      'Nothing is downloaded: read the licences above. If you accept them, run',
      `  npx antiphon models pull ${UNCHECKED} --accept`,
    ]);
    expect(server.requests).toEqual([]);
  });

  test('downloads, says what it recorded and what to install', async () => {
    const server = await startMirror();
    const { code, stdout, stderr } = await run('pull', UNCHECKED, '--accept');
    expect(code).toBe(0);
    expect(server.requests).toEqual(['/sherpa-onnx-nemo-streaming-fast-conformer-ctc-en-80ms-int8.tar.bz2']);
    expect(stdout).toEqual([`${UNCHECKED}: ${join(folder, UNCHECKED)}`]);
    expect(stderr).toContain(`${UNCHECKED} has no published checksum: what arrives is recorded, for \`models verify\``);
    expect(stderr.at(-1)).toBe(
      'To run this, install sherpa-onnx-node, which contains eSpeak NG (GPL-3.0-or-later): npm install sherpa-onnx-node',
    );
    expect(readFileSync(join(folder, UNCHECKED, 'tokens.txt'), 'utf8')).toBe('a b');
    expect((await run('path', UNCHECKED)).stdout).toEqual([join(folder, UNCHECKED)]);
  });

  test('asks once for each licence text', async () => {
    await startMirror();
    await run('pull', UNCHECKED, '--accept');
    await run('remove', UNCHECKED);
    expect((await run('pull', UNCHECKED)).code).toBe(0);
    expect((await run('pull', 'zipformer-en-20M')).code).toBe(2);
  });

  test('says that a model is already here', async () => {
    await startMirror();
    await run('pull', UNCHECKED, '--accept');
    expect((await run('pull', UNCHECKED)).stdout).toEqual([`${UNCHECKED} is already here: ${join(folder, UNCHECKED)}`]);
  });

  test('deletes a file whose checksum is not the published one, exit code 2', async () => {
    await startMirror();
    const { code, stderr } = await run('pull', 'zipformer-en-20M', '--accept');
    expect(code).toBe(2);
    expect(stderr.at(-1)).toContain(
      'expected the SHA-256 9c559283e8498d3fe95913c79ca1cb454bb26281ac2b102b41306c7d752765d9',
    );
    expect((await run('verify')).stdout).toEqual(['No model is pulled.']);
  });

  test('writes a line for each 10 % where lines cannot be overwritten, and one line otherwise', async () => {
    await startMirror();
    const { stderr } = await run('pull', UNCHECKED, '--accept');
    expect(stderr.filter((line) => line.startsWith('downloading')).at(-1)).toMatch(/: 100 %, 0 MB of 0 MB$/u);
    await run('remove', UNCHECKED);
    const screen = terminal({ isTty: true });
    await runCommand(['models', 'pull', UNCHECKED], screen);
    expect(screen.stderr.filter((line) => line.startsWith('unpacking'))).toHaveLength(1);
  });
});

test('a pull that is stopped with Ctrl-C resumes', async () => {
  const server = await startMirror((request) => (request === 0 ? { stallAfter: 20_000 } : {}), randomBytes(50_000));
  const cli = join(import.meta.dirname, '../../dist/src/cli/antiphon.js');
  const child = spawn(process.execPath, [cli, 'models', 'pull', UNCHECKED, '--accept'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const chunk of child.stderr.setEncoding('utf8')) if (String(chunk).includes('downloading')) break;
  child.kill('SIGINT');
  await once(child, 'exit');
  expect((await run('pull', UNCHECKED)).code).toBe(0);
  expect(server.requests[1]).toMatch(/ bytes=20000-$/u);
});

describe('antiphon models verify', () => {
  test('compares with what was pulled', async () => {
    await startMirror();
    await run('pull', UNCHECKED, '--accept');
    expect(await run('verify')).toMatchObject({ code: 0, stdout: [`${UNCHECKED}: 1 files are as they were pulled`] });
  });

  test('names the changed file, exit code 1', async () => {
    await startMirror();
    await run('pull', UNCHECKED, '--accept');
    writeFileSync(join(folder, UNCHECKED, 'tokens.txt'), 'a c');
    const { code, stdout } = await run('verify', UNCHECKED);
    expect(code).toBe(1);
    expect(stdout[0]).toContain(`${UNCHECKED}: tokens.txt has changed`);
  });
});

describe('antiphon models remove and path', () => {
  test('remove a model, and say so if it was not there', async () => {
    await startMirror();
    await run('pull', UNCHECKED, '--accept');
    expect((await run('remove', UNCHECKED)).stdout).toEqual([`${UNCHECKED} is removed`]);
    expect((await run('remove', UNCHECKED)).stdout).toEqual([`${UNCHECKED} was not here`]);
    expect((await run('path', UNCHECKED)).code).toBe(2);
  });

  test('print the folder of all models', async () => {
    expect((await run('path')).stdout).toEqual([folder]);
  });
});
