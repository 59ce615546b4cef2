/** The turn of each word and each typed line, or null. */
export interface RecordedTurns {
  readonly committed: readonly { readonly turn: number; readonly text: string }[];
  readonly ofWord: readonly (number | null)[];
  readonly ofTyped: readonly (number | null)[];
}
