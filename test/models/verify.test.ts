import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CatalogueModel } from '../../src/models/catalogue.ts';
import { MANIFEST_FILE } from '../../src/models/folder.ts';
import { pullModel } from '../../src/models/pull/pullModel.ts';
import { removeModel } from '../../src/models/removeModel.ts';
import { readState } from '../../src/models/state.ts';
import { verifyModel } from '../../src/models/verifyModel.ts';
import { createArchive } from './support/archive.ts';
import { serveFile } from './support/fileServer.ts';
import { createModel, createOptions, hash } from './support/pull.ts';

let model: CatalogueModel;
let models: string;
let folder: string;

beforeEach(async () => {
  const archive = await createArchive([
    { name: 'model/tokens.txt', content: 'a b' },
    { name: 'model/encoder.onnx', content: 'weights' },
  ]);
  const server = await serveFile(() => archive);
  onTestFinished(() => server.close());
  const options = createOptions();
  models = options.folder;
  model = createModel(server.url, archive);
  ({ folder } = await pullModel(model, options));
});

test('a model is as it was pulled', async () => {
  expect(await verifyModel(model, folder)).toEqual({ files: 2, faults: [] });
});

test('a changed byte is found', async () => {
  writeFileSync(join(folder, 'tokens.txt'), 'a c');
  expect((await verifyModel(model, folder)).faults).toEqual([
    `tokens.txt has changed: expected the SHA-256 ${hash('a b')}, got ${hash('a c')}`,
  ]);
});

test('a file of another size and a missing file are found', async () => {
  writeFileSync(join(folder, 'tokens.txt'), 'a');
  rmSync(join(folder, 'encoder.onnx'));
  expect((await verifyModel(model, folder)).faults).toEqual([
    'encoder.onnx is missing',
    'tokens.txt has changed: expected 3 bytes, got 1',
  ]);
});

test('a damaged manifest is found', async () => {
  writeFileSync(join(folder, MANIFEST_FILE), readFileSync(join(folder, MANIFEST_FILE), 'utf8').slice(0, 50));
  expect((await verifyModel(model, folder)).faults).toEqual(['its manifest is damaged']);
});

test('a download that has not the checksum that was published since is found', async () => {
  const [file] = model.files;
  const published = file === undefined ? [] : [{ ...file, sha256: hash('other') }];
  expect((await verifyModel({ ...model, files: published }, folder)).faults).toEqual([
    `its download has not the published SHA-256 ${hash('other')}`,
  ]);
});

test('the list says whether a model is pulled and its checksum was compared', async () => {
  expect(await readState(model, models)).toMatchObject({ folder, checksum: 'verified' });
  expect(await removeModel(model, models)).toBe(true);
  expect(await readState(model, models)).toMatchObject({ folder: null, checksum: 'published' });
  expect(await removeModel(model, models)).toBe(false);
});
