import type { Commit } from '../played/commit.ts';
import type { PlayedConversation } from '../played/playedConversation.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { LONGEST_PAUSE_MS, type PlayedTurn } from './turns.ts';

/**
 * The answer to a turn of the recording. `heard`: an answer, this many ms after the user's last voiced sample or typed
 * text · `with the next`: the user continued with the next turn within 3 s, and that was answered · `none`: no answer,
 * or only one to a later turn.
 */
export type PlayedAnswer =
  | { readonly kind: 'heard'; readonly waitMs: number }
  | { readonly kind: 'with the next' }
  | { readonly kind: 'none' };

/** Finds the answers to the recording's turns, in order. `turns` are those of the run. */
export function findAnswers(
  recorded: RecordedSession,
  { commits }: PlayedConversation,
  turns: readonly PlayedTurn[],
): readonly PlayedAnswer[] {
  const spans = recorded.turns.committed.map(({ turn }) => spanOf(turn, recorded));
  return spans.reduceRight<readonly PlayedAnswer[]>((later, span, n) => {
    const holder = findHoldingCommit(span, commits);
    const waitMs = turns.find(({ turn }) => turn === holder?.turn)?.waitMs ?? null;
    if (holder?.recorded === span.turn && waitMs !== null) return [{ kind: 'heard', waitMs }, ...later];
    const [next] = later;
    const together = next !== undefined && next.kind !== 'none' && continuesWith(span, spans[n + 1]);
    return [{ kind: together ? 'with the next' : 'none' }, ...later];
  }, []);
}

/** Finds the run's turn that contains the last word, or typed line, of a turn of the recording. */
export function findHoldingCommit({ lastWord, lastTyped }: TurnSpan, commits: readonly Commit[]): Commit | undefined {
  if (lastWord === -1 && lastTyped === -1) return undefined;
  return commits.find(({ wordsUpTo, typedUpTo }) => wordsUpTo > lastWord && typedUpTo > lastTyped);
}

/** The position of a turn in the recording: its last word and typed line (-1: none), and its time. */
export interface TurnSpan {
  readonly turn: number;
  readonly lastWord: number;
  readonly lastTyped: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export function spanOf(turn: number, { turns, transcribed, windows, typed }: RecordedSession): TurnSpan {
  const times = [
    ...transcribed.words.flatMap(({ window }, n) => (turns.ofWord[n] === turn ? (windows.times[window] ?? 0) : [])),
    ...typed.flatMap(({ atMs }, n) => (turns.ofTyped[n] === turn ? atMs : [])),
  ];
  return {
    turn,
    lastWord: turns.ofWord.lastIndexOf(turn),
    lastTyped: turns.ofTyped.lastIndexOf(turn),
    fromMs: Math.min(...times),
    toMs: Math.max(...times),
  };
}

function continuesWith({ toMs }: TurnSpan, next: TurnSpan | undefined): boolean {
  return next !== undefined && next.fromMs <= toMs + LONGEST_PAUSE_MS;
}
