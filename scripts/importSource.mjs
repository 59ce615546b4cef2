import { join } from 'node:path';
import { runnerImport } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const ALL = 'virtual:sources';

/** Imports a module of the sources that no entry point exports. */
export async function importSource(path) {
  const [module] = await importSources([path]);
  return module;
}

/** Imports several modules in one run, which takes as long as one: most of the time is for what they share. */
export async function importSources(paths) {
  const lines = paths.map((path, at) => `export * as module${at} from ${JSON.stringify(join(ROOT, path))};`);
  const sources = {
    name: 'sources',
    resolveId: (id) => (id === ALL ? `\0${ALL}` : undefined),
    load: (id) => (id === `\0${ALL}` ? lines.join('\n') : undefined),
  };
  const { module } = await runnerImport(ALL, { root: ROOT, configFile: false, logLevel: 'error', plugins: [sources] });
  return paths.map((_, at) => module[`module${at}`]);
}
