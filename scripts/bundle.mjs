// Bundles the modules: a file for each entry point, command and thread, and chunks for what they share. Packages stay imports.
// The examples stay modules. Declarations stay as the compiler wrote them. Source maps are for profiles; they are not published.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { GROUPS, writeFunctions } from './functions.mjs';
import { PULL_LIBRARIES, PULL_OPTIONS } from './pull-libraries.mjs';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const BROWSER = ['src/client/index', 'src/react/index'];
/** Each is loaded into a thread of its own, where it needs few of the shared modules. */
const THREADS = [
  'src/client/capture.worklet',
  'src/client/playout.worklet',
  'providers/silero/worker',
  'providers/local/stt/worker',
  'providers/local/tts/worker',
  'providers/sherpa/engine/worker',
  'src/webrtc/worker',
];
const PACKAGES = /^[^./]/u;

const node = await bundle(readEntries(), { chunkFileNames: 'chunks/[name].js', codeSplitting: { groups: GROUPS } });
const functions = await writeFunctions(DIST);
const others = await Promise.all([
  bundle([...BROWSER, 'src/page/main'], { chunkFileNames: 'src/client/[name].js' }),
  ...THREADS.map((thread) => bundle([thread], {})),
  bundle([PULL_LIBRARIES], { minify: true }, PULL_OPTIONS),
  bundle(findModules('examples'), { preserveModules: true, preserveModulesRoot: '.' }),
]);
// The page of Studio is a step of its own.
removeOthers(new Set([...node, functions, ...others.flat(), join(DIST, 'src/studio/page/main.js')]));

/** Returns the paths of the written files. `input`: other options of the bundler. */
async function bundle(modules, output, input = {}) {
  const bundled = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(modules.map((module) => [module, `./${module}.ts`])),
    external: [PACKAGES],
    platform: 'neutral',
    transform: { target: 'es2022' },
    treeshake: { moduleSideEffects: false },
    plugins: [{ name: 'pull libraries', resolveId: findPullLibraries }],
    ...input,
  });
  const { output: files } = await bundled.write({
    dir: DIST,
    entryFileNames: '[name].js',
    comments: { jsdoc: false },
    minifyInternalExports: false,
    sourcemap: 'hidden',
    ...output,
  });
  await bundled.close();
  return files.map(({ fileName }) => join(DIST, fileName));
}

/** Makes the modules of a pull import the bundle of its packages. */
function findPullLibraries(id, importer) {
  return importer !== undefined && id.endsWith('/libraries.ts') && importer.includes('/src/models/pull/')
    ? { id: '#pull-libraries', external: true }
    : undefined;
}

/** Returns the modules that package.json names, and that Node runs. */
function readEntries() {
  const { bin, exports, imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const files = [
    ...Object.values(exports).map((entry) => entry.default),
    ...Object.values(bin),
    ...Object.values(imports).flatMap((target) => (typeof target === 'string' ? target : Object.values(target))),
  ];
  const modules = files.flatMap((file) => /^\.\/dist\/(?!chunks)(.*)\.js$/u.exec(file)?.[1] ?? []);
  return modules.filter((module) => ![...BROWSER, ...THREADS, PULL_LIBRARIES].includes(module));
}

function findModules(folder) {
  return findFiles(join(ROOT, folder), '.ts').map((file) => relative(ROOT, file).replace(/\.ts$/u, ''));
}

/** Removes the modules of earlier builds. */
function removeOthers(kept) {
  for (const file of findFiles(DIST, '.js')) if (!kept.has(file)) rmSync(file);
}

function findFiles(folder, ending) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter(({ name }) => name.endsWith(ending)).map(({ parentPath, name }) => join(parentPath, name));
}
