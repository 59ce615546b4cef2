import type { ProjectFiles } from './projectFiles.ts';

/** A law of the house that can be seen by reading it. */
export interface Rule {
  readonly title: string;
  /** Where the law is broken and how, one line each. */
  readonly findFaults: (house: ProjectFiles) => string[];
  /** A sample that breaks the law: a gate that cannot fail is no gate. */
  readonly counterexample: Readonly<Record<string, string>>;
}

/** A rule that judges the matching files one by one. */
export function perFile(
  pattern: RegExp,
  faultsOf: (text: string, path: string, house: ProjectFiles) => string[],
): Rule['findFaults'] {
  return (house) =>
    [...house].flatMap(([path, text]) =>
      pattern.test(path) ? faultsOf(text, path, house).map((fault) => `${path}: ${fault}`) : [],
    );
}
