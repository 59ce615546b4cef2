import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packAndInstall, type Packed } from '../package/packed.ts';
import { expectToDrain } from './expectToDrain.ts';
import { expectToName } from './expectToName.ts';
import { checkAndTest, createFrom, installFromRegistry, readManifest, type Template } from './project.ts';

/** It depends on all that `web`, `phone` and `speech` depend on. `npm run test:long` installs each of the templates by itself. */
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

/** Creates a project of another template with the packages of the largest. */
function createLinked(template: Template): string {
  const project = createFrom(folder, template, packed.tarball);
  symlinkSync(join(largest, 'node_modules'), join(project, 'node_modules'));
  return project;
}

test(`the template ${LARGEST} installs from the npm registry alone, compiles, passes its test, and drains on SIGTERM`, async () => {
  checkAndTest(largest);
  await expectToDrain(largest, LARGEST);
});

test.each([
  ['web', []],
  ['phone', ['PUBLIC_URL', 'TWILIO_AUTH_TOKEN']],
  ['speech', ['OPENAI_API_KEY']],
] as const)(
  'the template %s compiles, passes its test, drains on SIGTERM, and names each variable that is missing',
  async (template, variables) => {
    const project = createLinked(template);
    const { dependencies, devDependencies } = readManifest(join(project, 'package.json'));
    const installed = readManifest(join(largest, 'package.json'));
    expect({ ...installed.dependencies, ...installed.devDependencies }).toMatchObject({
      ...dependencies,
      ...devDependencies,
    });
    checkAndTest(project);
    await expectToDrain(project, template);
    if (variables.length > 0) expectToName(project, variables);
  },
);

// Its client needs a package of its own, so that it does not compile here.
test('the template realtime drains on SIGTERM', async () => {
  await expectToDrain(createLinked('realtime'), 'realtime', ['node', '--import', 'tsx', 'src/server.ts']);
});
