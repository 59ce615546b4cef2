import type { AntiphonError, HistoryEntry, Session, SessionEvent } from 'antiphon';
import { defer, map, merge, scan, startWith, takeUntil } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';

/** A stretch of the session. Times are in ms from its start. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Something at one moment of the session. */
export interface Mark {
  readonly atMs: number;
  readonly text: string;
}

/** What happened in a session. */
export interface Minutes {
  readonly events: readonly SessionEvent[];
  readonly history: readonly HistoryEntry[];
  readonly errors: readonly AntiphonError[];
  /** What voice activity detection took for speech. */
  readonly speech: readonly Span[];
  /** What the recogniser understood, when it was sure. */
  readonly words: readonly Mark[];
  /** Replies of the language model, from the question to the last chunk. */
  readonly replies: readonly Span[];
  readonly calls: readonly Mark[];
  readonly interruptions: readonly Mark[];
}

const blank: Minutes = {
  events: [],
  history: [],
  errors: [],
  speech: [],
  words: [],
  replies: [],
  calls: [],
  interruptions: [],
};

/** The minutes so far, whenever there is more of them. Subscribe when the session starts; completes when it has ended. */
export function minutes(session: Session<object>, scheduler: SchedulerLike): Observable<Minutes> {
  const { edges, events$, errors$, history$, ended } = session;
  return defer(() => {
    const startedAt = scheduler.now();
    const now = (): number => scheduler.now() - startedAt;
    const mark = (text: string): Mark => ({ atMs: now(), text });
    return merge(
      events$.pipe(
        map((event) => ({ events }: Minutes) => ({ events: [...events, event] })),
      ),
      history$.pipe(map((history) => () => ({ history }))),
      errors$.pipe(
        map((error) => ({ errors }: Minutes) => ({ errors: [...errors, error] })),
      ),
      edges.activity.pipe(
        map(({ kind, atMs }) => ({ speech }: Minutes) => ({
          speech: kind === 'started' ? begin(speech, atMs) : extend(speech, atMs),
        })),
      ),
      edges.transcript.pipe(
        map(
          ({ kind, text }) =>
            ({ words }: Minutes) =>
              kind === 'final' ? { words: [...words, mark(text)] } : {},
        ),
      ),
      edges.reply.pipe(
        map(({ kind }) => ({ replies }: Minutes) => ({
          replies: kind === 'started' ? begin(replies, now()) : extend(replies, now()),
        })),
      ),
      edges.functionCalls.pipe(
        map(({ calls: asked }) => ({ calls }: Minutes) => ({
          calls: [...calls, mark(asked.map((call) => call.function.name).join(' '))],
        })),
      ),
      edges.interruption.pipe(
        map(({ voicedMs }) => ({ interruptions }: Minutes) => ({
          interruptions: [...interruptions, mark(`after ${voicedMs} ms of voice`)],
        })),
      ),
    ).pipe(
      scan((before: Minutes, more: (before: Minutes) => Partial<Minutes>) => ({ ...before, ...more(before) }), blank),
      startWith(blank),
      takeUntil(ended),
    );
  });
}

function begin(spans: readonly Span[], atMs: number): readonly Span[] {
  return [...spans, { fromMs: atMs, toMs: atMs }];
}

function extend(spans: readonly Span[], atMs: number): readonly Span[] {
  return spans.map((span, index) => (index === spans.length - 1 ? { ...span, toMs: atMs } : span));
}
