import type { Metric } from '../../core/metric.ts';
import type { Recorder } from '../../session/recording.ts';

/** Observes the scores of a process: `npx antiphon test`. */
export interface ScoreObserver {
  /** Called when a conversation begins. */
  begin(): ObservedConversation;
}

export interface ObservedConversation {
  /** Records the conversation, unless the score has its own recorder. */
  readonly record: Recorder;
  end(outcome: ScoreOutcome): void;
}

export interface ScoreOutcome {
  /** The line of the score. */
  readonly source: string | undefined;
  readonly metrics: readonly Metric[];
  /** Why it failed; undefined if it passed. */
  readonly error: unknown;
}

/** A process-wide symbol, because the command and the score may each load their own copy of this module. */
const OBSERVER = Symbol.for('antiphon.scoreObserver');

type Observed = { [OBSERVER]?: ScoreObserver | undefined };

export function observeScores(observer: ScoreObserver | undefined): void {
  (globalThis as Observed)[OBSERVER] = observer;
}

export function currentObserver(): ScoreObserver | undefined {
  return (globalThis as Observed)[OBSERVER];
}
