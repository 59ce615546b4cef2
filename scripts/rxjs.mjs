// The names of rxjs that Node's entry points use, in a module of their own: `import 'rxjs'` reads 220 files, of which they need few.
// `#rxjs` in package.json is that module for Node, and rxjs for everything else; `#rxjs-first` has the few names that the first chunks
// use. `#rxjs-parts` loads what both leave to a first call.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('rxjs/package.json'));
const INDEX = readFileSync(join(PACKAGE, 'dist/esm/index.js'), 'utf8');

/** Imports `#rxjs` where a source imports rxjs, and `#rxjs-parts` where it calls `import()`. */
export const importRxjs = {
  name: 'rxjs',
  resolveId: (id, _importer, { kind }) =>
    id === 'rxjs' ? { id: kind === 'dynamic-import' ? '#rxjs-parts' : '#rxjs', external: true } : null,
};

/** Writes `#rxjs`, `#rxjs-first` and `#rxjs-parts` into `folder`, for the code of these modules and of the first ones. */
export function writeRxjs(folder, codes, firstCodes) {
  write(join(folder, 'rxjs.cjs'), codes);
  write(join(folder, 'rxjs-first.cjs'), firstCodes);
  writeFileSync(join(folder, 'rxjs-parts.cjs'), `"use strict";\nrequire("./rxjs.cjs").loadParts();\n`);
}

function write(path, codes) {
  const names = [...new Set(codes.flatMap(findNames))].toSorted((a, b) => (a < b ? -1 : 1));
  writeFileSync(path, `${HEAD}\n${names.map(exportName).join('\n')}\n`);
}

function findNames(code) {
  const lists = [...code.matchAll(/^import \{ ([^}]*) \} from "#rxjs";$/gmu)].map(([, list]) => list);
  if (code.split('"#rxjs"').length - 1 !== lists.length)
    throw new Error('expected imports of single names of rxjs only');
  return lists.flatMap((list) => list.split(', ').map((name) => name.replace(/ as .*/u, '')));
}

/** Operators, and the functions that create an Observable, are loaded by their first call. */
function exportName(name) {
  const path = findModule(name);
  const find = /\/(?:operators|observable)\/|ValueFrom$/u.test(path) && /^[a-z]/u.test(name) ? 'whenCalled' : 'now';
  return `exports.${name} = ${find}("${name}", () => require("rxjs/${path}"));`;
}

function findModule(name) {
  const found = [...INDEX.matchAll(/export \{ ([^}]*) \} from '\.\/(internal\/[^']+)'/gu)].find(([, names]) =>
    names.split(', ').includes(name),
  );
  if (found === undefined) throw new Error(`expected ${name} in the index of rxjs`);
  return found[2];
}

const HEAD = `"use strict";
// Written by scripts/rxjs.mjs. The modules are those of the program's own rxjs: classes and configuration are shared with it.
const MISSING = new Set(["ERR_PACKAGE_PATH_NOT_EXPORTED", "MODULE_NOT_FOUND"]);

/** Falls back to all of rxjs if this version has no such module. */
function now(name, load) {
  try {
    const found = load()[name];
    if (found !== undefined) return found;
  } catch (error) {
    if (!MISSING.has(error.code)) throw error;
  }
  return require("rxjs")[name];
}

const parts = [];

function whenCalled(name, load) {
  let found;
  const find = () => (found ??= now(name, load));
  parts.push(find);
  return (...args) => find()(...args);
}

/** Loads what a first call would load. */
exports.loadParts = () => parts.forEach((find) => find());
`;
