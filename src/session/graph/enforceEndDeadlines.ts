import { merge, Subscription, type SchedulerLike } from 'rxjs';
import { createAlarm } from '../../time/alarm.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { EndAfter, SessionEndReason } from '../floor/types.ts';
import type { EndEvent } from './inbox.ts';
import type { GraphSubjects } from './subjects.ts';

/** Maximum times without progress, and in total, of a session that ends after the agent's speech, in ms. */
const PROGRESS_MS = 60_000;
const SPEECH_MS = 600_000;
/** Maximum time for a session that ends now, in ms: the answer to `clear` may take up to 250 ms. */
const NOW_MS = 400;
/** Maximum time for a session that waits for the user's last words, in ms. */
const WORDS_MS = NOW_MS + 1000;

interface Ending {
  readonly phase: EndAfter;
  readonly reason: SessionEndReason;
  readonly requestedMs: number;
  /** Time of the latest progress, which counts in the phase `speech`. */
  readonly progressMs: number;
}

/**
 * Ends a session whose end was requested, even if its parts do not finish. A session that ends after the agent's speech
 * ends now after 60 s without progress, or after 10 minutes. A session that ends now is terminated after 400 ms, and
 * one that waits for the user's last words after 1.4 s.
 */
export function enforceEndDeadlines(subjects: GraphSubjects, scheduler: SchedulerLike): Subscription {
  const { inbox, decisions, edges, functionEvents, errors } = subjects;
  const watching = new Subscription(() => alarm.set(undefined));
  let ending: Ending | null = null;
  const alarm = createAlarm(scheduler, () => ending !== null && onDeadline(ending));
  watching.add(inbox.ends.subscribe(onRequest));
  watching.add(decisions.of('ended').subscribe(() => watching.unsubscribe()));
  return watching;

  function onRequest({ after, reason }: EndEvent): void {
    if (ending !== null && LIMITS_MS[after] >= LIMITS_MS[ending.phase]) return;
    const nowMs = scheduler.now();
    wait({ phase: after, reason: ending?.reason ?? reason, requestedMs: nowMs, progressMs: nowMs });
    if (after !== 'speech') return;
    const progress = merge(edges.reply, functionEvents, edges.speech, edges.playout);
    watching.add(
      progress.subscribe(() => ending?.phase === 'speech' && wait({ ...ending, progressMs: scheduler.now() })),
    );
  }

  function wait(next: Ending): void {
    ending = next;
    alarm.set(computeDeadline(next));
  }

  function onDeadline({ phase, reason }: Ending): void {
    errors.next(new AntiphonError('end_timeout', `the session has not ended ${TIMEOUTS[phase]}`, { phase }));
    if (phase === 'speech') return inbox.next({ kind: 'end', after: 'now', reason });
    inbox.next({ kind: 'terminate' });
    // Reached only if the floor has failed.
    if (!watching.closed) subjects.decisions.next({ kind: 'ended', reason });
  }
}

const LIMITS_MS: Readonly<Record<EndAfter, number>> = { speech: SPEECH_MS, words: WORDS_MS, now: NOW_MS };

const TIMEOUTS: Readonly<Record<EndAfter, string>> = {
  speech: "after the agent's speech; the speech is cut now",
  words: `within ${WORDS_MS} ms; everything that is left is dropped`,
  now: `within ${NOW_MS} ms; everything that is left is dropped`,
};

function computeDeadline(ending: Ending): number {
  const atMs = ending.requestedMs + LIMITS_MS[ending.phase];
  return ending.phase === 'speech' ? Math.min(ending.progressMs + PROGRESS_MS, atMs) : atMs;
}
