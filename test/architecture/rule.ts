import type { House } from './house.ts';

/** A law of the house that can be seen by reading it. */
export interface Rule {
  readonly promise: string;
  /** Where the law is broken and how, one line each. */
  readonly faults: (house: House) => string[];
  /** A sample that breaks the law: a gate that cannot fail is no gate. */
  readonly broken: Readonly<Record<string, string>>;
}

/** A rule that judges the matching files one by one. */
export function perFile(
  pattern: RegExp,
  faultsOf: (text: string, path: string, house: House) => string[],
): Rule['faults'] {
  return (house) =>
    [...house].flatMap(([path, text]) =>
      pattern.test(path) ? faultsOf(text, path, house).map((fault) => `${path}: ${fault}`) : [],
    );
}
