/** A word that was spoken or played. */
export interface TimedWord {
  /** The form in which words are compared. */
  readonly form: string;
  /** Scheduler time of its end, in ms. */
  readonly endMs: number;
}

export interface Echo {
  /** For each word of the user: whether it is part of an echo. */
  readonly isEcho: readonly boolean[];
  /** The number of last words that repeat the agent. With further words they may become an echo. */
  readonly repeatedAtEnd: number;
}

/** The number of consecutive words that must match the agent's audio to count as its echo. */
export const ECHO_WORDS = 4;

/** Maximum time from a word of the agent to its echo, in ms. */
export const MAX_DELAY_MS = 1000;

/** Maximum time by which an estimate may place a word before the agent's, in ms. */
const MAX_EARLY_MS = 500;

/** Finds the words that repeat what the agent's audio has just said: four or more in a row are its echo. */
export function findEcho(spoken: readonly TimedWord[], played: readonly TimedWord[]): Echo {
  const isEcho = spoken.map(() => false);
  let repeated = played.map(() => 0);
  for (const [at, word] of spoken.entries()) {
    const before = repeated;
    repeated = played.map((other, n) => (isRepetition(word, other) ? (before[n - 1] ?? 0) + 1 : 0));
    const longest = Math.max(0, ...repeated);
    if (longest >= ECHO_WORDS) isEcho.fill(true, at - longest + 1, at + 1);
  }
  return { isEcho, repeatedAtEnd: Math.max(0, ...repeated) };
}

function isRepetition(word: TimedWord, played: TimedWord): boolean {
  const delayMs = word.endMs - played.endMs;
  return word.form === played.form && delayMs >= -MAX_EARLY_MS && delayMs <= MAX_DELAY_MS;
}
