/** The terminal of a command. */
export interface Terminal {
  /** Writes results of one or more lines. */
  out(text: string): void;
  /** Writes errors and progress: a line that is not part of the result. */
  err(text: string): void;
  /** Width in characters, or 100 if unknown. */
  readonly columns: number;
  /** True if lines can be overwritten. */
  readonly isTty: boolean;
}

/** A command of `antiphon`. */
export interface Command {
  /** `draw` */
  readonly name: string;
  /** The arguments: `FILE [--out FILE.svg]` */
  readonly usage: string;
  /** The place in `docs/` that describes it: `drawing.md`. */
  readonly page: string;
  /** Describes the purpose in one sentence, and more in further lines. */
  readonly about: string;
  /**
   * @returns the exit code: 0 success, 1 a difference was found
   * @throws (rejects with) AntiphonError `usage_invalid`, which is written to `err` with exit code 2
   */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}
