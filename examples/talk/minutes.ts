import type { AntiphonError, HistoryEntry, Session, SessionEnd, SessionEvent } from 'antiphon';
import { merge, Subscription } from 'rxjs';
import type { SchedulerLike } from 'rxjs';

/** A stretch of the session. Times are in ms from its start. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Something that was there at one moment. */
export interface Mark {
  readonly atMs: number;
  readonly text: string;
}

/** What happened in a session, as it is shown afterwards. */
export interface Minutes {
  readonly events: readonly SessionEvent[];
  readonly history: readonly HistoryEntry[];
  readonly errors: readonly AntiphonError[];
  /** What the voice activity detection took for speech. */
  readonly speech: readonly Span[];
  /** What the recogniser understood, when it was sure of it. */
  readonly words: readonly Mark[];
  /** Replies, from the question to the last chunk. */
  readonly replies: readonly Span[];
  readonly calls: readonly Mark[];
  readonly interruptions: readonly Mark[];
  readonly lengthMs: number;
}

/** Takes the minutes of a session that has just started, until it has ended. */
export function takeMinutes(session: Session<object>, scheduler: SchedulerLike): () => Minutes {
  const startedAt = scheduler.now();
  const now = (): number => scheduler.now() - startedAt;
  const events: SessionEvent[] = [];
...
