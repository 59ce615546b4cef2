import { join } from 'node:path';
import { runnerImport } from 'vite';

const ROOT = join(import.meta.dirname, '..');

/** Imports a module of the sources that no entry point exports. */
export async function importSource(path) {
  const { module } = await runnerImport(join(ROOT, path), { root: ROOT, configFile: false, logLevel: 'error' });
  return module;
}
