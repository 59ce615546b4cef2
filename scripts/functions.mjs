// `antiphon` and `antiphon/providers` load two chunks at once. Their other exports are functions, which load their chunk when they
// are first called: `#functions` in package.json is a module of such functions where ES modules can be required, and one that imports
// the chunks elsewhere.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ENTRIES = ['src/index', 'providers/index'];
/** What the entry points load at once, with what these modules import. */
const FIRST = [
  'providers/names',
  'providers/silero/model',
  'src/core/digit',
  'src/core/errors',
  'src/core/metric',
  'src/core/phrases/lists',
  'src/core/usage',
  'src/session/agent',
  'src/session/edges',
  'src/session/agentCode/handoff',
  'src/session/stages',
  'src/session/states/agentState',
  'src/wire/audio/g711',
  'src/wire/audio/mp3',
  'src/wire/audio/pcm',
  'src/wire/audio/wav',
];
const IMPORT = /^import \{ ([^}]*) \} from "\.\.\/chunks\/(\w+)\.js";$/gmu;
const HEAD = `"use strict";
function whenCalled(load) {
  let found;
  return (...args) => (found ??= load())(...args);
}
`;

/** What `antiphon/operators` shares with these modules; without packages of Node, because browsers bundle it. */
const COMMON = ['audio', 'describeInput', 'errors', 'extraFields', 'lazy', 'messageOf'].map(
  (name) => `src/core/${name}`,
);
const LOADED_FIRST = ['common', 'first'];

/** The chunks of the main entry points. Each has its modules, and what they import that no chunk before it has. */
export const GROUPS = [
  { name: 'common', priority: 4, test: (id) => COMMON.some((path) => id.endsWith(`/${path}.ts`)) },
  { name: 'first', priority: 3, test: (id) => FIRST.some((path) => id.endsWith(`/${path}.ts`)) },
  { name: 'operators', priority: 2, test: /\/operators\/(?!index)\w+\.ts$/u },
  { name: 'session', priority: 1, test: /\/src\/session\/opening\/startSession\.ts$/u },
];

/** Makes the entry points in `dist` import what is not in the first chunk from `#functions`. Writes and returns its ES module. */
export async function writeFunctions(dist) {
  const found = new Map();
  for (const entry of ENTRIES) {
    const file = join(dist, `${entry}.js`);
    const code = readFileSync(file, 'utf8').replace(IMPORT, (line, list, chunk) => {
      if (LOADED_FIRST.includes(chunk)) return line;
      for (const name of list.split(', ')) found.set(name, chunk);
      return `import { ${list} } from "#functions";`;
    });
    writeFileSync(file, code);
  }
  const functions = [...found];
  const write = (file, lines) => writeFileSync(join(dist, 'chunks', file), `${lines.join('\n')}\n`);
  write(
    'functions.js',
    functions.map(([name, chunk]) => `export { ${name} } from "./${chunk}.js";`),
  );
  write('functions.cjs', [
    HEAD,
    ...functions.map(([name, chunk]) => `exports.${name} = whenCalled(() => require("./${chunk}.js").${name});`),
  ]);
  for (const [name, chunk] of functions) await checkFunction(name, join(dist, 'chunks', `${chunk}.js`));
  return join(dist, 'chunks/functions.js');
}

/** A value or a class must be there at once. */
async function checkFunction(name, file) {
  const { [name]: value } = await import(pathToFileURL(file));
  if (typeof value !== 'function' || String(value).startsWith('class'))
    throw new Error(`expected ${name} to be a function, or its module in FIRST`);
}
