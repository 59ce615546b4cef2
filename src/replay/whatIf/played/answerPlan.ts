/** A turn of the recording whose answers are used. */
interface Part {
  readonly turn: number | null;
  /** The first recorded round to use. */
  round: number;
  /** The round of the run that gets it. */
  from: number;
  /** The last round of the run that this part answers. */
  readonly until: number;
}

export interface RecordedRounds {
  readonly turn: number;
  readonly first: number;
  readonly last: number;
}

/** Plans which recorded answers a turn of a run gets: those of one recorded turn, preceded by those that hand over. */
export class AnswerPlan {
  readonly #parts: Part[];

  /** @param turn the turn of the recording that contains the last word, or null */
  constructor(turn: number | null) {
    this.#parts = [{ turn, round: 0, from: 0, until: Number.POSITIVE_INFINITY }];
  }

  /** Returns the place of the recorded answer for a round of the run. */
  at(round: number): { readonly turn: number | null; readonly round: number } {
    const part = this.#partAt(round);
    return { turn: part.turn, round: part.round + round - part.from };
  }

  /** Inserts recorded rounds of another turn before the one planned for a round. */
  putFirst(round: number, { turn, first, last }: RecordedRounds): void {
    const part = this.#partAt(round);
    const until = round + last - first;
    part.round += round - part.from;
    part.from = until + 1;
    this.#parts.push({ turn, round: first, from: round, until });
  }

  #partAt(round: number): Part {
    return this.#parts.findLast(({ from, until }) => from <= round && round <= until) ?? (this.#parts[0] as Part);
  }
}
