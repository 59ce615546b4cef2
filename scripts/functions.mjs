// The functions that the main entry points export, in a module of their own: each loads the chunk that has it when it is first called.
// `#functions` in package.json is that module where ES modules can be required, and one that imports the chunks elsewhere.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const IMPORT = /^import \{ ([^}]*) \} from "\.\.\/chunks\/(\w+)\.js";$/gmu;

/**
 * Rewrites what `entries` import from chunks that are not among `loaded`, and writes `#functions` into the folder of the chunks.
 * Returns the path of its module.
 */
export async function writeFunctions(folder, entries, loaded) {
  const found = new Map();
  for (const entry of entries) {
    const code = readFileSync(entry, 'utf8');
    const rewritten = code.replace(IMPORT, (line, list, chunk) => {
      if (loaded.includes(chunk)) return line;
      for (const name of list.split(', ')) found.set(name, chunk);
      return `import { ${list} } from "#functions";`;
    });
    writeFileSync(entry, rewritten);
  }
  const names = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(join(folder, 'functions.cjs'), `${HEAD}\n${names.map(exportLazily).join('\n')}\n`);
  const path = join(folder, 'functions.js');
  writeFileSync(path, `${names.map(([name, chunk]) => `export { ${name} } from "./${chunk}.js";`).join('\n')}\n`);
  await Promise.all(names.map((each) => checkFunction(folder, each)));
  return path;
}

/** A value or a class must be there at once: it belongs to the chunks that are loaded first (scripts/chunks.mjs). */
async function checkFunction(folder, [name, chunk]) {
  const { [name]: value } = await import(pathToFileURL(join(folder, `${chunk}.js`)));
  if (typeof value !== 'function' || String(value).startsWith('class'))
    throw new Error(`expected ${name} to be a function, or to be loaded first`);
}

function exportLazily([name, chunk]) {
  return `exports.${name} = whenCalled(() => require("./${chunk}.js").${name});`;
}

const HEAD = `"use strict";
// Written by scripts/functions.mjs.
function whenCalled(load) {
  let found;
  return (...args) => (found ??= load())(...args);
}
`;
