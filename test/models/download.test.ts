import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../src/models/manifest.ts';
import { pullModel } from '../../src/models/pull/pullModel.ts';
import { createArchive } from './support/archive.ts';
import { serveFile, type Behaviour, type FileServer } from './support/fileServer.ts';
import { openOnFullDisk, createModel, createOptions, hash } from './support/pull.ts';

const ENCODER = randomBytes(300_000);
let archive: Buffer;

beforeAll(async () => {
  archive = await createArchive([
    { name: 'sherpa/', type: 'directory' },
    { name: 'sherpa/encoder.onnx', content: ENCODER },
    { name: 'sherpa/test_wavs/0.wav', content: 'sound' },
  ]);
});

async function serve(behave?: (request: number) => Behaviour, content = () => archive): Promise<FileServer> {
  const server = await serveFile(content, behave);
  onTestFinished(() => server.close());
  return server;
}

describe('a model that is pulled', () => {
  test('is in its folder, without the top folder of the archive, with what was recorded', async () => {
    const options = createOptions();
    const model = createModel((await serve()).url, archive);
    const { folder, isNew } = await pullModel(model, options);
    expect(isNew).toBe(true);
    expect(folder).toBe(join(options.folder, model.name));
    expect(hash(readFileSync(join(folder, 'encoder.onnx')))).toBe(hash(ENCODER));
    expect(await readManifest(folder)).toMatchObject({
      name: model.name,
      downloads: [{ bytes: archive.length, sha256: hash(archive), verified: true }],
      files: [
        { path: 'encoder.onnx', bytes: ENCODER.length, sha256: hash(ENCODER) },
        { path: 'test_wavs/0.wav', bytes: 5, sha256: hash('sound') },
      ],
    });
    expect(existsSync(join(options.folder, '.pulls', model.name))).toBe(false);
  });

  test('is not downloaded again', async () => {
    const options = createOptions();
    const server = await serve();
    await pullModel(createModel(server.url, archive), options);
    expect(await pullModel(createModel(server.url, archive), options)).toMatchObject({ isNew: false });
    expect(server.requests).toHaveLength(1);
  });

  test('shows its progress, first of the download, then of the unpacking', async () => {
    const options = createOptions();
    await pullModel(createModel((await serve()).url, archive), options);
    const last = { file: 'model.tar.bz2', done: archive.length, total: archive.length };
    expect(options.progress.findLast(({ phase }) => phase === 'downloading')).toEqual({
      phase: 'downloading',
      ...last,
    });
    expect(options.progress.at(-1)).toEqual({ phase: 'unpacking', ...last });
  });

  test('may come after a redirection', async () => {
    const target = await serve();
    const server = await serve(() => ({ location: `${target.url}/elsewhere` }));
    await pullModel(createModel(server.url, archive), createOptions());
    expect(target.requests).toEqual(['/elsewhere']);
  });

  test('may consist of an archive and a single file', async () => {
    const server = await serve();
    const model = createModel(server.url, archive);
    const vocoder = { url: `${server.url}/vocoder.onnx`, bytes: archive.length, sha256: null, archive: null };
    const { folder } = await pullModel(
      { ...model, files: [...model.files, { ...vocoder, path: 'vocoder.onnx' }] },
      createOptions(),
    );
    expect(hash(readFileSync(join(folder, 'vocoder.onnx')))).toBe(hash(archive));
    expect(hash(readFileSync(join(folder, 'encoder.onnx')))).toBe(hash(ENCODER));
  });

  test('without a published checksum has the one that arrived on record', async () => {
    const model = createModel((await serve()).url, archive, { sha256: null });
    const { folder } = await pullModel(model, createOptions());
    expect((await readManifest(folder))?.downloads).toMatchObject([{ sha256: hash(archive), verified: false }]);
  });
});

describe('a download that is cut off', () => {
  test('resumes where it ended', async () => {
    const server = await serve((request) => (request === 0 ? { cutAfter: 100_000 } : {}));
    const options = createOptions();
    const { folder } = await pullModel(createModel(server.url, archive), options);
    expect(hash(readFileSync(join(folder, 'encoder.onnx')))).toBe(hash(ENCODER));
    expect(server.requests).toEqual(['/model.tar.bz2', '/model.tar.bz2 bytes=100000-']);
    expect(options.notes).toEqual([expect.stringMatching(/^the download was cut off: .*; trying again$/u)]);
  });

  test('starts again if the server does not know ranges', async () => {
    const server = await serve((request) => ({ withoutRanges: true, ...(request === 0 && { cutAfter: 100_000 }) }));
    const { folder } = await pullModel(createModel(server.url, archive), createOptions());
    expect(hash(readFileSync(join(folder, 'encoder.onnx')))).toBe(hash(ENCODER));
  });

  test('starts again if the server has another file by now', async () => {
    const old = randomBytes(archive.length);
    let requests = 0;
    const server = await serve(
      (request) => (request === 0 ? { cutAfter: 100_000, etag: '"old"' } : { etag: '"new"' }),
      () => (requests++ === 0 ? old : archive),
    );
    const { folder } = await pullModel(createModel(server.url, archive), createOptions());
    expect(hash(readFileSync(join(folder, 'encoder.onnx')))).toBe(hash(ENCODER));
  });

  test('starts again if nothing could show that the rest belongs to it', async () => {
    const server = await serve((request) => ({ etag: null, ...(request === 0 && { cutAfter: 100_000 }) }));
    await pullModel(createModel(server.url, archive, { sha256: null }), createOptions());
    expect(server.requests).toEqual(['/model.tar.bz2', '/model.tar.bz2']);
  });

  test('is noticed if the server does not say how long the file is', async () => {
    const server = await serve((request) => (request === 0 ? { cutAfter: 100_000, withoutLength: true } : {}));
    const { folder } = await pullModel(createModel(server.url, archive), createOptions());
    expect(hash(readFileSync(join(folder, 'encoder.onnx')))).toBe(hash(ENCODER));
  });

  test('is resumed by the next pull, after five attempts without progress', async () => {
    let isBack = false;
    const server = await serve((request) => (isBack ? {} : { cutAfter: request === 0 ? 100_000 : 0 }));
    const options = createOptions();
    const model = createModel(server.url, archive);
    await expect(pullModel(model, options)).rejects.toMatchObject({ code: 'model_pull_failed' });
    expect(server.requests).toHaveLength(5);
    expect(options.waits).toEqual([1000, 2000, 4000, 8000]);
    isBack = true;
    await pullModel(model, options);
    expect(server.requests.at(-1)).toBe('/model.tar.bz2 bytes=100000-');
  });

  test('goes on as long as each attempt brings more', async () => {
    const server = await serve(() => ({ cutAfter: 40_000 }));
    await pullModel(createModel(server.url, archive), createOptions());
    expect(server.requests).toHaveLength(Math.ceil(archive.length / 40_000));
  });
});

describe('a server', () => {
  test('that sends nothing more is left after the deadline, and the download resumes', async () => {
    const server = await serve((request) => (request === 0 ? { stallAfter: 100_000 } : {}));
    const options = createOptions({ stallMs: 200 });
    await pullModel(createModel(server.url, archive), options);
    expect(options.notes).toEqual(['the server sent nothing for 0.2 s; trying again']);
    expect(server.requests.at(-1)).toBe('/model.tar.bz2 bytes=100000-');
  });

  test('that lacks the file is asked once', async () => {
    const server = await serve(() => ({ status: 404 }));
    const pulled = pullModel(createModel(server.url, archive), createOptions());
    await expect(pulled).rejects.toThrow(`${server.url}/model.tar.bz2 answers with HTTP 404`);
    expect(server.requests).toHaveLength(1);
  });

  test('that is overloaded is asked again', async () => {
    const server = await serve((request) => (request === 0 ? { status: 503 } : {}));
    await pullModel(createModel(server.url, archive), createOptions());
    expect(server.requests).toHaveLength(2);
  });

  test('that sends another file is noticed by its checksum, and the file is deleted', async () => {
    const other = randomBytes(archive.length);
    const server = await serve(undefined, () => other);
    const options = createOptions();
    const model = createModel(server.url, archive);
    await expect(pullModel(model, options)).rejects.toThrow(
      `expected the SHA-256 ${hash(archive)}, got ${hash(other)}. The download is deleted`,
    );
    expect(existsSync(join(options.folder, model.name))).toBe(false);
    expect(existsSync(join(options.folder, '.pulls', model.name))).toBe(false);
  });

  test('that sends more than was expected is left', async () => {
    const server = await serve();
    const pulled = pullModel(createModel(server.url, archive, { bytes: 1000 }), createOptions());
    await expect(pulled).rejects.toThrow('is larger than the 1000 bytes that were expected');
  });
});

describe('a full disk', () => {
  test('is named, and the download resumes when there is space', async () => {
    const server = await serve();
    const options = createOptions();
    const model = createModel(server.url, archive);
    const full = { ...options, openFile: openOnFullDisk(50_000) };
    await expect(pullModel(model, full)).rejects.toThrow(
      `no space is left on the disk of ${options.folder}. Free some space and pull again: the download resumes.`,
    );
    await pullModel(model, options);
    expect(server.requests).toEqual(['/model.tar.bz2', '/model.tar.bz2 bytes=50000-']);
  });

  test('while unpacking leaves no model, and the download is not repeated', async () => {
    const server = await serve();
    const options = createOptions();
    const model = createModel(server.url, archive);
    const openFile = (path: string, append: boolean) =>
      path.endsWith('.onnx') ? openOnFullDisk(50_000)(path, append) : options.openFile(path, append);
    await expect(pullModel(model, { ...options, openFile })).rejects.toThrow('the download is kept');
    expect(existsSync(join(options.folder, model.name))).toBe(false);
    expect(existsSync(join(options.folder, '.pulls', model.name, 'unpacked'))).toBe(false);
    await pullModel(model, options);
    expect(server.requests).toHaveLength(1);
  });
});
