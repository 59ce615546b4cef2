import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packAndInstall, type Packed } from '../package/packed.ts';
import { checkAndTest, createFrom, installFromRegistry, readManifest } from './project.ts';

/** It depends on all that `web` and `phone` depend on. `npm run test:long` installs each of the templates by itself. */
const LARGEST = 'react';

let packed: Packed;
let folder: string;
let largest: string;
beforeAll(() => {
  packed = packAndInstall([]);
  folder = mkdtempSync(join(tmpdir(), 'create-antiphon-'));
  largest = createFrom(folder, LARGEST, packed.tarball);
  installFromRegistry(largest);
});
afterAll(() => {
  packed.dispose();
  rmSync(folder, { recursive: true });
});

test(`the template ${LARGEST} installs from the npm registry alone, compiles, and passes its test`, () =>
  checkAndTest(largest));

test.each(['web', 'phone'] as const)('the template %s compiles and passes its test', (template) => {
  const project = createFrom(folder, template, packed.tarball);
  const { dependencies, devDependencies } = readManifest(join(project, 'package.json'));
  const installed = readManifest(join(largest, 'package.json'));
  expect({ ...installed.dependencies, ...installed.devDependencies }).toMatchObject({
    ...dependencies,
    ...devDependencies,
  });
  symlinkSync(join(largest, 'node_modules'), join(project, 'node_modules'));
  checkAndTest(project);
});
