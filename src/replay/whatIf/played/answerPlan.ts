/** A turn of the recording whose answers are given. */
interface Part {
  readonly turn: number | null;
  /** The recorded round that is due first. */
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

/** Which recorded answers a turn of a run gets: those of one turn of the recording, and those that hand over first. */
export class AnswerPlan {
  readonly #parts: Part[];

  /** @param turn the turn of the recording that contains the last word; null: there is none */
  constructor(turn: number | null) {
    this.#parts = [{ turn, round: 0, from: 0, until: Number.POSITIVE_INFINITY }];
  }

  /** Returns the place of the recorded answer that is due in a round of the run. */
  at(round: number): { readonly turn: number | null; readonly round: number } {
    const part = this.#partAt(round);
    return { turn: part.turn, round: part.round + round - part.from };
  }

  /** Puts recorded rounds of another turn in front of the one that is due in a round. */
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
