import { pathsOf, type ProjectFiles } from './projectFiles.ts';
import type { Rule } from './rule.ts';

const SCHEMA = 'src/session/config/schema.ts';
const EDGES = 'src/session/edges.ts';
const STAGES = 'src/session/stages.ts';

/** Rules for settings, edges and stages, which have one list each. */
export const settingRules: readonly Rule[] = [
  {
    title: 'a setting of a session is read',
    findFaults: (files) => {
      const code = pathsOf(files, /^src\/session\/.*\.ts$/).filter((path) => path !== SCHEMA);
      const text = code.map((path) => files.get(path)).join('\n');
      return membersOf(files, SCHEMA, 'SessionConfig')
        .filter((name) => !readOf(name).test(text))
        .map((name) => `${SCHEMA}: ${name} is not read: convert it in createSettings of src/session/config.ts`);
    },
    counterexample: { [SCHEMA]: 'export interface SessionConfig {\n  readonly patience?: number;\n}' },
  },
  {
    title: 'a setting of a session is in a table of values',
    findFaults: (files) => {
      const table = files.get('test/session/config/sessionTables.ts') ?? '';
      return membersOf(files, SCHEMA, 'SessionConfig')
        .filter((name) => !new RegExp(`\\[\\s*'${name}',`).test(table))
        .map((name) => `${name} is not in test/session/config/sessionTables.ts: add ${ROW}`);
    },
    counterexample: { [SCHEMA]: 'export interface SessionConfig {\n  readonly patience?: number;\n}' },
  },
  {
    title: 'docs/sessions.md describes every edge',
    findFaults: (files) =>
      missingIn(files, EDGES, 'EDGES', 'docs/sessions.md', /^## The edges$/m).map(
        (name) => `the edge ${name} has no row in "The edges" of docs/sessions.md: add what it carries`,
      ),
    counterexample: { [EDGES]: "export const EDGES = ['audioIn'] as const;" },
  },
  {
    title: 'docs/testing.md says which letters every edge has',
    findFaults: (files) =>
      missingIn(files, EDGES, 'EDGES', 'docs/testing.md', /^### The letters$/m).map(
        (name) =>
          `the edge ${name} is not in "The letters" of docs/testing.md: add its set of src/testing/fixtures.ts, or that it has none`,
      ),
    counterexample: { [EDGES]: "export const EDGES = ['audioIn'] as const;" },
  },
  {
    title: 'docs/index.md describes every stage',
    findFaults: (files) =>
      missingIn(files, STAGES, 'STAGES', 'docs/index.md', /^## The graph of a session$/m).map(
        (name) =>
          `the stage ${name} has no row in "The graph of a session" of docs/index.md: add what it reads and emits`,
      ),
    counterexample: { [STAGES]: "export const STAGES = ['vad'] as const;" },
  },
];

const ROW = 'a row `[name, default, lawful values, unlawful values]`';

/** The names of a list that a chapter of a page does not have. */
function missingIn(files: ProjectFiles, path: string, list: string, page: string, heading: RegExp): readonly string[] {
  const names = new RegExp(`const ${list} = \\[([^\\]]*)\\]`).exec(files.get(path) ?? '')?.[1]?.match(/\w+/g) ?? [];
  const chapter = (files.get(page) ?? '').split(heading)[1]?.split(/^#{1,3} /m)[0] ?? '';
  return names.filter((name) => !new RegExp(`(?:\`|\\| )${name}(?:\`| \\|)`).test(chapter));
}

/** Matches where a field of a config is read. */
function readOf(name: string): RegExp {
  return new RegExp(`\\bconfig\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}(?: = config\\b|: FilledConfig\\b)`);
}

/** The members of an interface. */
function membersOf(files: ProjectFiles, path: string, name: string): readonly string[] {
  const body = new RegExp(`export interface ${name}\\b[^{]*\\{([^]*?)\\n\\}`).exec(files.get(path) ?? '')?.[1] ?? '';
  return [...body.matchAll(/^ {2}readonly (\w+)/gm)].map(([, member = '']) => member);
}
