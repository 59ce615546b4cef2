import { posix } from 'node:path';
import { pathsOf, type ProjectFiles } from '../architecture/projectFiles.ts';

/** The values that a module exports, by name. */
export type Exports = Readonly<Record<string, unknown>>;

const EXAMPLE = / \* @example\n *\* ```ts(?: runnable)?\n(?<code>[^]*?) *\* ```$/gmu;
const PASSED = /^export \{(?<names>[^}]*)\} from '(?<from>[^']+)';/gmu;

/**
 * Returns a sentence for each function, class and factory of an entry point without an example. A function has it in its
 * doc comment, a factory such as `STT.Deepgram` in any doc comment of providers/.
 */
export function findMissingExamples(files: ProjectFiles, entry: string, exported: Exports): readonly string[] {
  return Object.entries(exported).flatMap(([name, value]) => {
    if (isFactories(value)) return findMissingFactories(files, name, value);
    if (typeof value !== 'function') return [];
    const { path, comment } = findDeclaration(files, entry, name);
    if (codeOf(comment).some((code) => new RegExp(`\\b${name}\\b`, 'u').test(code))) return [];
    return `${path}: ${name} has no @example in its doc comment: add a \`\`\`ts fence that uses it; npm run check compiles it`;
  });
}

/** An object such as `STT`. */
function isFactories(value: unknown): value is Exports {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every((member) => typeof member === 'function');
}

/** Aliases need no example. */
function findMissingFactories(files: ProjectFiles, name: string, factories: Exports): readonly string[] {
  const examples = pathsOf(files, /^providers\/.*\.ts$/).flatMap((path) => codeOf(files.get(path) ?? ''));
  const members = Object.entries(factories).filter(
    ([, factory], at, all) => all.findIndex(([, f]) => f === factory) === at,
  );
  const missing = members
    .map(([member]) => `${name}.${member}`)
    .filter((call) => !examples.some((code) => code.includes(`${call}(`)));
  return missing.map(
    (call) =>
      `providers/: ${call} has no @example: add a \`\`\`ts fence to the doc comment of the type that it returns; npm run check compiles it`,
  );
}

function codeOf(text: string): readonly string[] {
  return [...text.matchAll(EXAMPLE)].map(({ groups }) => groups?.['code'] ?? '');
}

/** Follows re-exports to the declaration of a name, and returns the comment above it. */
function findDeclaration(
  files: ProjectFiles,
  path: string,
  name: string,
): { readonly path: string; readonly comment: string } {
  const text = files.get(path) ?? '';
  const declared = new RegExp(`^export (?:async )?(?:function\\*?|class|const) ${name}\\b`, 'mu').exec(text);
  if (declared !== null) return { path, comment: commentAbove(text.slice(0, declared.index)) };
  const passed = [...text.matchAll(PASSED)].find(({ groups }) => namesIn(groups?.['names'] ?? '').includes(name));
  if (passed === undefined) throw new Error(`${path}: no declaration of ${name}`);
  return findDeclaration(files, posix.join(posix.dirname(path), passed.groups?.['from'] ?? ''), name);
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim());
}

function commentAbove(text: string): string {
  const above = text.trimEnd();
  return above.endsWith('*/') ? above.slice(above.lastIndexOf('/**')) : '';
}
