/** An event of a session. */
export interface TimedEvent {
  readonly name: string;
  readonly atMs: number;
  /** Content of its message; empty if it has none. */
  readonly text: string;
}

/** A line of the guest, from its first to its last sound. */
export interface SpokenLine {
  readonly text: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What became of the turns of a conversation, or of several. */
export interface Score {
  readonly turns: number;
  /** The agent began to answer within `IN_TIME_MS` of the end of the line. */
  readonly answered: number;
  /** The committed words are those of the line, without any other. */
  readonly understood: number;
  /** The turn was committed while the line was being spoken. */
  readonly cutOff: number;
  /** Interruptions of the agent while no line was spoken. */
  readonly falseInterruptions: number;
  /** Turns committed without a line of the guest. */
  readonly falseTurns: number;
}

/** Time within which an answer is in time, from the end of the line. */
const IN_TIME_MS = 3500;
/** Time after a line in which an interruption may still be the line's. */
const AFTER_MS = 1500;

/** Scores a conversation of so many lines. Lines that the guest did not come to speak count as unanswered. */
export function scoreTurns(turns: number, spoken: readonly SpokenLine[], events: readonly TimedEvent[]): Score {
  const commits = events.filter(({ name }) => name === 'on_user_message_added');
  const starts = events.filter(({ name }) => name === 'on_agent_started_speaking');
  const interruptions = events.filter(({ name }) => name === 'on_agent_interrupted');
  const commitsOf = (line: SpokenLine): readonly TimedEvent[] =>
    commits.filter(({ atMs }) => isWithin(atMs, line, IN_TIME_MS));
  const count = (matches: (line: SpokenLine) => boolean): number => spoken.filter(matches).length;
  const isFalse = (afterMs: number) => (event: TimedEvent) =>
    !spoken.some((line) => isWithin(event.atMs, line, afterMs));
  return {
    turns,
    answered: count((line) => {
      const [commit] = commitsOf(line);
      if (commit === undefined || commit.atMs < line.toMs) return false;
      return starts.some(({ atMs }) => atMs >= commit.atMs && atMs <= line.toMs + IN_TIME_MS);
    }),
    understood: count(
      (line) =>
        commitsOf(line)
          .map(({ text }) => text)
          .join(' ') === line.text,
    ),
    cutOff: count((line) => commitsOf(line).some(({ atMs }) => atMs < line.toMs)),
    falseInterruptions: interruptions.filter(isFalse(AFTER_MS)).length,
    falseTurns: commits.filter(isFalse(IN_TIME_MS)).length,
  };
}

export function sumScores(scores: readonly Score[]): Score {
  const sum = (key: keyof Score): number => scores.reduce((total, score) => total + score[key], 0);
  return {
    turns: sum('turns'),
    answered: sum('answered'),
    understood: sum('understood'),
    cutOff: sum('cutOff'),
    falseInterruptions: sum('falseInterruptions'),
    falseTurns: sum('falseTurns'),
  };
}

function isWithin(atMs: number, { fromMs, toMs }: SpokenLine, afterMs: number): boolean {
  return atMs > fromMs && atMs <= toMs + afterMs;
}
