/** Where a command writes to. */
export interface Terminal {
  /** Results: a line, or several. */
  out(text: string): void;
  /** What goes wrong, and how far it is: a line, not part of the result. */
  err(text: string): void;
  /** In characters; 100 where nobody knows. */
  readonly columns: number;
  /** Whether a line can be written over. */
  readonly isTty: boolean;
}

/** One command of `antiphon`. */
export interface Command {
  /** `draw FILE [--out FILE.svg]` */
  readonly usage: string;
  /** What it does, in a sentence. */
  readonly about: string;
  /**
   * @returns the exit code: 0 all is well, 1 it found what it looks for (a difference)
   * @throws (rejects with) AntiphonError `usage_invalid`: told on `err`, exit code 2
   */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}
