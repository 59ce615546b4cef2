// The packages of which files of the build contain code.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const LICENCE_FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.MIT'];

export const STUDIO_PAGE = 'src/studio/page/main';

/** Options of the bundler for the page of Studio. */
export const STUDIO_PAGE_OPTIONS = {
  platform: 'browser',
  transform: { target: 'es2022', jsx: { runtime: 'automatic', importSource: 'preact' } },
};

/** Returns the packages that a module bundles, each with its version, licence and the text of the licence. */
export async function readBundledPackages(module, options) {
  const bundled = await rolldown({ cwd: ROOT, input: `./${module}`, ...options });
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
