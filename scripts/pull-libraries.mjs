// The packages that only `models pull` needs, which the build bundles into one file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');

export const PULL_LIBRARIES = 'src/models/pull/libraries';

/** Options of the bundler for this file, in place of those of the other modules. */
export const PULL_OPTIONS = { external: [], platform: 'node', treeshake: {} };

const LICENCE_FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.MIT'];

/** Returns the packages whose code the file contains, each with its version, licence and the text of the licence. */
export async function readPullLibraries() {
  const bundled = await rolldown({ cwd: ROOT, input: `./${PULL_LIBRARIES}.ts`, ...PULL_OPTIONS });
  const { output } = await bundled.generate();
  await bundled.close();
  const folders = output
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(id) ?? []);
  return [...new Set(folders)].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = LICENCE_FILES.find((one) => existsSync(join(folder, one)));
    return { name, version, license, text: readFileSync(join(folder, file), 'utf8').trim() };
  });
}
