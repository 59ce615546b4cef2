// Bundles the modules: a file for each entry point, command and worker, and chunks for what they share. Packages stay imports.
// The examples stay modules. Declarations stay as the compiler wrote them. Source maps are for profiles; they are not published.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { createChunks, LOADED_FIRST } from './chunks.mjs';
import { writeFunctions } from './functions.mjs';
import { importRxjs, writeRxjs } from './rxjs.mjs';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const BROWSER = ['src/client/index', 'src/react/index'];
/** They load the chunks behind their functions when these are called. */
const MAIN = ['src/index', 'providers/index'];
const WORKLETS = ['src/client/capture.worklet', 'src/client/playout.worklet'];
/** Every package but rxjs, of which each bundle says what becomes of it. */
const PACKAGES = /^(?!rxjs$)[^./]/u;

const { plugin, codeSplitting } = createChunks();
const node = await bundle(
  readEntries(),
  { chunkFileNames: 'chunks/[name].js', codeSplitting },
  { external: [], plugins: [importRxjs, plugin] },
);
const first = LOADED_FIRST.map((name) => join(DIST, `chunks/${name}.js`));
const readAll = (files) => files.map((file) => readFileSync(file, 'utf8'));
writeRxjs(join(DIST, 'chunks'), readAll(node), readAll(first));
for (const file of first) rewrite(file, (code) => code.replace('from "#rxjs";', 'from "#rxjs-first";'));
const functions = await writeFunctions(
  join(DIST, 'chunks'),
  MAIN.map((entry) => join(DIST, `${entry}.js`)),
  LOADED_FIRST,
);
for (const file of node) rewrite(file, (code) => code.replace(/[^\0-\x7f]/gu, escapeCharacter));
const others = await Promise.all([
  bundle([...BROWSER, 'src/page/main'], { chunkFileNames: 'src/client/[name].js' }),
  // An AudioWorklet that imports nothing can be copied by any bundler as it is.
  ...WORKLETS.map((worklet) => bundle([worklet], {})),
  bundle(findModules('examples'), { preserveModules: true, preserveModulesRoot: '.' }),
]);
removeOthers(new Set([...node, functions, ...others.flat()]));

/** Returns the paths of the written files. */
async function bundle(modules, output, { external = ['rxjs'], plugins = [] } = {}) {
  const bundled = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(modules.map((module) => [module, `./${module}.ts`])),
    external: [...external, PACKAGES],
    plugins,
    platform: 'neutral',
    transform: { target: 'es2022' },
    treeshake: { moduleSideEffects: false },
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

/** Returns the modules that package.json names, and that Node runs. */
function readEntries() {
  const { bin, exports, imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const files = [
    ...Object.values(exports).map((entry) => entry.default),
    ...Object.values(bin),
    ...Object.values(imports).flatMap((target) => (typeof target === 'string' ? target : Object.values(target))),
  ];
  const modules = files.flatMap((file) => /^\.\/dist\/(.*)\.js$/u.exec(file)?.[1] ?? []);
  return modules.filter((module) => !BROWSER.includes(module) && !module.startsWith('chunks/'));
}

function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function findModules(folder) {
  return findFiles(join(ROOT, folder), '.ts').map((file) => relative(ROOT, file).replace(/\.ts$/u, ''));
}

/** V8 compiles a module of ASCII alone more quickly. Each UTF-16 unit of the character is an escape. */
function escapeCharacter(character) {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16);
    return `\\u${unit.padStart(4, '0')}`;
  }).join('');
}

/** Removes the modules of earlier builds. */
function removeOthers(kept) {
  for (const file of findFiles(DIST, '.js')) if (!kept.has(file)) rmSync(file);
}

function findFiles(folder, ending) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter(({ name }) => name.endsWith(ending)).map(({ parentPath, name }) => join(parentPath, name));
}
