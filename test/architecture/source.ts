import { posix } from 'node:path';

/** One `import`, `export … from` or `import()` of a module. */
export interface Import {
  /** The path from the root of a relative import, otherwise the specifier. */
  readonly target: string;
  readonly lazy: boolean;
  /** Imports only types, which compilation removes. */
  readonly typeOnly: boolean;
}

const TOKENS =
  /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[(,=:[!&|?{};]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//g;
const STATIC = /^\s*(?:import|export)\s+(type\s)?(?:[\w$*{}\s,]*?from\s*)?(['"])([^'"\n]+)\2/gm;
const LAZY = /\bimport\(\s*(['"])([^'"\n]+)\1/g;

/** Removes comments; keeps strings and line numbers. */
export function withoutComments(text: string): string {
  return text.replace(TOKENS, (token) => (/^\/[*/]/.test(token) ? token.replace(/[^\n]/g, '') : token));
}

/** Removes comments, strings, templates and regular expressions. */
export function bare(text: string): string {
  return text.replace(TOKENS, (token) => (/^\/[*/]/.test(token) ? '' : "''") + token.replace(/[^\n]/g, ''));
}

/** Returns the imports of the file at `path`, in order. */
export function importsOf(path: string, text: string): Import[] {
  const code = withoutComments(text);
  const target = (specifier: string): string =>
    specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
  return [
    ...[...code.matchAll(STATIC)].map(([, type, , specifier = '']) => ({
      target: target(specifier),
      lazy: false,
      typeOnly: type !== undefined,
    })),
    ...[...code.matchAll(LAZY)].map(([, , specifier = '']) => ({
      target: target(specifier),
      lazy: true,
      typeOnly: false,
    })),
  ];
}

/** Returns the arguments, as text, of every call of `name` in bare code. */
export function callsOf(name: string, bareCode: string): string[] {
  const starts = [...bareCode.matchAll(new RegExp(`(?<![.\\w$])${name}(?:<[^()]*>)?\\(`, 'g'))];
  return starts.map((start) => bracketed(bareCode.slice(start.index + start[0].length)));
}

/** Returns `code` up to the bracket that closes the call. */
function bracketed(code: string): string {
  let depth = 1;
  for (const { 0: sign, index } of code.matchAll(/[()]/g)) {
    depth += sign === '(' ? 1 : -1;
    if (depth === 0) return code.slice(0, index);
  }
  return code;
}

/** The functions a module exports. */
export function exportedFunctions(text: string): string[] {
  return [...bare(text).matchAll(/^export (?:async )?function\*? ([\w$]+)/gm)].map(([, name = '']) => name);
}
