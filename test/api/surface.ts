import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** What an entry point exports of one module. */
export interface Shown {
  /** The emitted `.d.ts` that declares it. */
  readonly module: string;
  /** As users call them. */
  readonly names: readonly string[];
  /** Their declarations, without comments. */
  readonly text: string;
}

const EXPORTS = /export (?:type )?\{([^}]*)\} from '([^']+)'/g;
const LOCAL_IMPORTS = /import (?:type )?\{([^}]*)\} from '\.[^']+'/g;
const DECLARED =
  /^(?:export )?(?:declare )?(?:(?:abstract )?class|function|interface|type|const|namespace|enum) ([\w$]+)/;

/** The declarations behind each name of an emitted `index.d.ts`, module by module. A name without one is an error. */
export function surfaceOf(entry: string): Shown[] {
  const shown = exportsOf(entry).map(({ name, alias, from }) => {
    const { module, text } = declared(from, name);
    return { module, name: alias, text: alias === name ? text : `${text}\nexport { ${name} as ${alias} };` };
  });
  const modules = [...new Set(shown.map(({ module }) => module))];
  return modules.map((module) => {
    const here = shown.filter((one) => one.module === module);
    return { module, names: here.map(({ name }) => name), text: here.map(({ text }) => text).join('\n') };
  });
}

/** A surface as it is reviewed. */
export function printed(surface: readonly Shown[], root: string): string {
  return surface.map(({ module, text }) => `// ${relative(root, module)}\n${text}\n`).join('\n');
}

/** Names that a surface mentions, that are declared in this package, and that no entry point exports. */
export function unnameable(surface: readonly Shown[], exported: ReadonlySet<string>): string[] {
  return surface.flatMap(({ module, text }) => {
    const ours = new Set([...declarationsOf(module).map(({ name }) => name), ...importedNames(module)]);
    const mentioned = new Set(text.match(/(?<![.'\w$])[A-Z][\w$]*/g));
    return [...mentioned].filter((name) => ours.has(name) && !exported.has(name));
  });
}

/** Emitted declarations keep the specifier of the source: `./vad.ts` stands for `./vad.d.ts`. */
function exportsOf(module: string): { readonly name: string; readonly alias: string; readonly from: string }[] {
  return [...readFileSync(module, 'utf8').matchAll(EXPORTS)].flatMap(([, list = '', specifier = '']) => {
    const from = resolve(dirname(module), specifier).replace(/\.[jt]s$/, '.d.ts');
    if (!existsSync(from)) throw new Error(`${module}: ${specifier} has no declarations`);
    return namesIn(list).map(([name, alias]) => ({ name, alias, from }));
  });
}

function importedNames(module: string): string[] {
  const lists = [...readFileSync(module, 'utf8').matchAll(LOCAL_IMPORTS)].map(([, list = '']) => list);
  return lists.flatMap(namesIn).map(([, alias]) => alias);
}

/** `a, type B, c as d`: each with the name it is known by. */
function namesIn(list: string): [name: string, alias: string][] {
  const names = list.split(',').map((name) => name.trim().replace(/^type /, ''));
  return names.filter(Boolean).map((text) => {
    const [name = '', alias = name] = text.split(' as ');
    return [name, alias];
  });
}

/** Where `name` is declared, at the end of any re-exports, and how. */
function declared(module: string, name: string): { readonly module: string; readonly text: string } {
  const found = declarationsOf(module).filter((declaration) => declaration.name === name);
  if (found.length > 0) return { module, text: found.map(({ text }) => text).join('\n') };
  const passed = exportsOf(module).find(({ alias }) => alias === name);
  if (passed === undefined) throw new Error(`${module} does not declare ${name}`);
  return declared(passed.from, passed.name);
}

/** In an emitted file each declaration starts at the margin, and everything inside it is indented. */
function declarationsOf(module: string): { readonly name: string; readonly text: string }[] {
  const chunks = withoutComments(readFileSync(module, 'utf8')).split(/\n(?=[a-z])/);
  return chunks.flatMap((chunk) => {
    const [, name] = DECLARED.exec(chunk) ?? [];
    return name === undefined ? [] : [{ name, text: chunk.trimEnd() }];
  });
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\*\*?[^]*?\*\/\s*?\n|[ \t]*\/\*\*[^]*?\*\//gm, '');
}
