import { filter, merge, Subscription, type SchedulerLike } from 'rxjs';
import { createAlarm } from '../../time/alarm.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { FloorEvent, SessionEndReason } from '../floor/types.ts';
import { decisionsOf, type GraphSubjects } from './subjects.ts';

/** Longest time without progress, and in all, of a session that ends after the agent's speech, in ms. */
const PROGRESS_MS = 60_000;
const SPEECH_MS = 600_000;
/** Longest time for a session that ends now, in ms: the answer to `clear` may take up to 250 ms. */
const NOW_MS = 400;

type EndRequest = Extract<FloorEvent, { kind: 'end' }>;

interface Ending {
  readonly phase: 'speech' | 'now';
  readonly reason: SessionEndReason;
  readonly requestedMs: number;
  /** Time of the latest progress. It counts in phase `speech`. */
  readonly progressMs: number;
}

/**
 * Ends a session that was requested to end, even if its parts do not. A session that ends after the agent's speech ends now
 * after 60 s without progress, or after 10 minutes. A session that ends now is terminated after 400 ms.
 */
export function enforceEndDeadlines(subjects: GraphSubjects, scheduler: SchedulerLike): Subscription {
  const { inbox, edges, functionEvents, errors } = subjects;
  const watching = new Subscription(() => alarm.set(undefined));
  let ending: Ending | null = null;
  const alarm = createAlarm(scheduler, () => ending !== null && onDeadline(ending));
  watching.add(inbox.events.pipe(filter((event) => event.kind === 'end')).subscribe(onRequest));
  watching.add(decisionsOf(subjects, 'ended').subscribe(() => watching.unsubscribe()));
  return watching;

  function onRequest({ after, reason }: EndRequest): void {
    if (ending !== null && (ending.phase === 'now' || after === 'speech')) return;
    const nowMs = scheduler.now();
    wait({ phase: after, reason: ending?.reason ?? reason, requestedMs: nowMs, progressMs: nowMs });
    if (after === 'now') return;
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
    // Only if the floor has failed.
    if (!watching.closed) subjects.decisions.next({ kind: 'ended', reason });
  }
}

const TIMEOUTS: Readonly<Record<Ending['phase'], string>> = {
  speech: "after the agent's speech; the speech is cut now",
  now: `within ${NOW_MS} ms; everything that is left is dropped`,
};

function computeDeadline(ending: Ending): number {
  if (ending.phase === 'now') return ending.requestedMs + NOW_MS;
  return Math.min(ending.progressMs + PROGRESS_MS, ending.requestedMs + SPEECH_MS);
}
