import { basename } from 'node:path';
import { pathsOf, type ProjectFiles } from './projectFiles.ts';
import { perFile, type Rule } from './rule.ts';
import { bare, exportedFunctions } from './source.ts';

const OPERATORS = /^operators\/(?!index\.ts$)[^/]+\.ts$/;
/** `--a--b|`, or a letter or dot per instant: `.  v  v  .  .`. */
const MARBLE = /^\s*\*.*(?:-{2,}[\w(|#^-]|[\w)]-{2,}|(?:(?<= )[\w.|-] {1,2}){5})/m;
const MAX_LINES = 300;

/** Paths and hosts that exist on one machine only; where a named volume of Compose is mounted is a path of its image. */
const LOCAL =
  /(?:\.\.\/shared\b|\/work\/|\/root\/|(?<!"[a-z]+:)\/home\/\w|\/Users\/\w|\bregistry\.[\w-]+\.\w+|"resolved"[:])/g;

export const fileRules: readonly Rule[] = [
  {
    title: 'an operator file exports one function, under its own name',
    findFaults: perFile(OPERATORS, (text, path) => {
      const names = exportedFunctions(text);
      return names.length === 1 && names[0] === basename(path, '.ts') ? [] : [`exports ${names.join(', ') || 'none'}`];
    }),
    counterexample: { 'operators/vad.ts': 'export function vad() {}\nexport function helper() {}' },
  },
  {
    title: 'the doc comment of an operator shows a marble',
    findFaults: perFile(OPERATORS, (text, path) =>
      MARBLE.test(docOf(text, basename(path, '.ts'))) ? [] : ['no marble'],
    ),
    counterexample: {
      'operators/vad.ts': '/** -a--b| in another comment */\n\n/**\n * Words.\n */\nexport function vad() {}',
    },
  },
  {
    title: 'an operator has its page in docs/operators and its test in test/operators',
    findFaults: perFile(OPERATORS, (_text, path, files) => {
      const name = basename(path, '.ts');
      return [`docs/operators/${name}.md`, `test/operators/${name}.test.ts`]
        .filter((companion) => !files.has(companion))
        .map((companion) => `${companion} is missing`);
    }),
    counterexample: { 'operators/vad.ts': 'export function vad() {}' },
  },
  {
    title: `no file that is written by hand is longer than ${MAX_LINES} lines`,
    findFaults: perFile(/^(src|operators|providers|kernels|examples|test|scripts)\/.*\.(tsx?|mjs)$/, (text, path) =>
      lines(text) > MAX_LINES && !path.endsWith('.d.ts') && !text.startsWith('// Written by scripts/')
        ? [`${lines(text)} lines`]
        : [],
    ),
    counterexample: { 'src/session/everything.ts': 'x();\n'.repeat(MAX_LINES + 1) },
  },
  {
    title: 'index.ts exists only at the entry points of package.json',
    findFaults: (files) => {
      const entries = entryPoints(files);
      return pathsOf(files, /^(src|operators|providers)\/(?:.*\/)?index\.ts$/).filter(
        (path) => !entries.includes(path),
      );
    },
    counterexample: { 'src/core/index.ts': '', 'package.json': '{"exports":{".":{"default":"./dist/src/index.js"}}}' },
  },
  {
    title: 'an index.ts holds explicit named exports and nothing else',
    findFaults: perFile(/^(src|operators|providers)\/(?:.*\/)?index\.ts$/, (text) =>
      bare(text)
        .split(';')
        .map((statement) => statement.trim())
        .filter((statement) => statement !== '' && !/^export (type )?\{[^{}]*\} from ''$/.test(statement)),
    ),
    counterexample: { 'operators/index.ts': "export * from './vad.ts';" },
  },
  {
    title: 'the lock file has the optional dependencies of every platform',
    findFaults: perFile(/^package-lock\.json$/, unlocked),
    counterexample: {
      'package-lock.json': '{"packages":{"node_modules/a":{"optionalDependencies":{"a-win32-x64":"1.0.0"}}}}',
    },
  },
  {
    title: 'a property plays `runs` of cases, which are the same each time in CI',
    findFaults: perFile(/^test\/.*\.test\.ts$/, (text) =>
      /\bfc\.(?:assert|sample)\(/.test(text) && !/\bruns\(/.test(text) ? ['cases of its own'] : [],
    ),
    counterexample: { 'test/core/text.test.ts': 'fc.assert(property, { numRuns: 500 });' },
  },
  {
    title: 'no file names a path that exists on one machine only',
    findFaults: perFile(/./, (text) => [...new Set(text.match(LOCAL))]),
    counterexample: { 'docs/a.md': ['see ..', 'shared', 'spec'].join('/') },
  },
];

/** The source of each entry point of the package. */
export function entryPoints(files: ProjectFiles): string[] {
  const { exports } = JSON.parse(files.get('package.json') ?? '{}') as {
    readonly exports: Readonly<Record<string, { readonly default: string }>>;
  };
  return Object.values(exports).map(({ default: built }) => built.replace('./dist/', '').replace(/\.js$/, '.ts'));
}

function unlocked(lock: string): string[] {
  const { packages } = JSON.parse(lock) as {
    readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
  };
  const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  return named.filter((name) => !locked.has(name));
}

/** The doc comment right above an exported function. */
function docOf(text: string, name: string): string {
  const declared = text.search(new RegExp(`^export function ${name}\\b`, 'm'));
  const above = text.slice(0, Math.max(declared, 0)).trimEnd();
  return above.endsWith('*/') ? above.slice(above.lastIndexOf('/**')) : '';
}

function lines(text: string): number {
  return text.split('\n').length - 1;
}
