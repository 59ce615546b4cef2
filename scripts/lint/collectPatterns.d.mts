/** A regular expression in a file: a literal, or one that is made from texts. */
export interface CollectedPattern {
  readonly node: object;
  readonly source: string;
  readonly flags: string;
  /** The parts that are neither a constant nor escaped. */
  readonly unescaped: readonly object[];
}

/** Collects the regular expressions of a file from the nodes of its syntax tree. */
export function createPatternCollector(): {
  /** Has to get each node. */
  take(node: object): void;
  list(): readonly CollectedPattern[];
};
