import type { ProjectFiles } from './projectFiles.ts';

/** A rule that is checked by reading the sources. */
export interface Rule {
  readonly title: string;
  /** Returns each violation with its file, one line each. */
  readonly findFaults: (files: ProjectFiles) => string[];
  /** A sample that breaks the rule, to prove that the rule can fail. */
  readonly counterexample: Readonly<Record<string, string>>;
}

/** Checks the matching files one by one. */
export function perFile(
  pattern: RegExp,
  faultsOf: (text: string, path: string, files: ProjectFiles) => string[],
): Rule['findFaults'] {
  return (files) =>
    [...files].flatMap(([path, text]) =>
      pattern.test(path) ? faultsOf(text, path, files).map((fault) => `${path}: ${fault}`) : [],
    );
}
