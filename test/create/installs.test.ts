import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { packAndInstall, type Packed } from '../package/packed.ts';
import { expectToDrain } from './expectToDrain.ts';
import { checkAndTest, createFrom, installFromRegistry, TEMPLATES } from './project.ts';

let packed: Packed;
let folder: string;
beforeAll(() => {
  packed = packAndInstall([]);
  folder = mkdtempSync(join(tmpdir(), 'create-antiphon-'));
});
afterAll(() => {
  packed.dispose();
  rmSync(folder, { recursive: true });
});

test.each(TEMPLATES)(
  'the template %s installs from the npm registry alone, compiles, passes its test, and drains on SIGTERM',
  async (template) => {
    const project = createFrom(folder, template, packed.tarball);
    installFromRegistry(project);
    checkAndTest(project);
    await expectToDrain(project, template);
  },
);
