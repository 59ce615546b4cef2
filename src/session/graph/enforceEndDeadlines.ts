import { filter, merge, Subscription, type SchedulerLike } from 'rxjs';
import { createAlarm } from '../../time/alarm.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { FloorEvent, SessionEndReason } from '../floor/types.ts';
import { decisionsOf, type GraphSubjects } from './subjects.ts';

/** How long a session that ends after what is being said may go on without progress, and how long in all, in ms. */
const PROGRESS_MS = 60_000;
const SPEECH_MS = 600_000;
/** How long a session that ends now may take, in ms: an answer to `clear` is waited for up to 250 ms. */
const NOW_MS = 400;

type EndAsked = Extract<FloorEvent, { kind: 'end' }>;

type Ending =
  | { readonly phase: 'speech'; readonly reason: SessionEndReason; readonly askedMs: number; readonly movedMs: number }
  | { readonly phase: 'now' | 'given up'; readonly reason: SessionEndReason; readonly askedMs: number };

/**
 * Sees to it that a session that was asked to end does, whatever its parts do. One that is to end after what is being said
 * ends now after 60 s without any progress of that, and after 10 minutes in any case. One that ends now gives up after 400 ms:
 * all that is left is dropped, and it has ended.
 */
export function enforceEndDeadlines(subjects: GraphSubjects, scheduler: SchedulerLike): Subscription {
  const { inbox, edges, functionEvents, errors } = subjects;
  const watching = new Subscription();
  let ending: Ending | null = null;
  const alarm = createAlarm(scheduler, () => {
    if (ending !== null) onDeadline(ending);
  });
  watching.add(() => alarm.set(undefined));
  watching.add(inbox.events.pipe(filter((event) => event.kind === 'end')).subscribe(onEndRequested));
  watching.add(decisionsOf(subjects, 'ended').subscribe(() => watching.unsubscribe()));
  return watching;

  function onEndRequested({ after, reason }: EndAsked): void {
    if (ending !== null && (ending.phase !== 'speech' || after === 'speech')) return;
    const nowMs = scheduler.now();
    const first = ending?.reason ?? reason;
    if (after === 'now') return wait({ phase: 'now', reason: first, askedMs: nowMs });
    wait({ phase: 'speech', reason: first, askedMs: nowMs, movedMs: nowMs });
    watching.add(merge(edges.reply, functionEvents, edges.speech, edges.playout).subscribe(onProgress));
  }

  function onProgress(): void {
    if (ending?.phase === 'speech') wait({ ...ending, movedMs: scheduler.now() });
  }

  function wait(next: Ending): void {
    ending = next;
    alarm.set(next.phase === 'given up' ? undefined : dueAt(next));
  }

  function onDeadline({ phase, reason, askedMs }: Ending): void {
    errors.next(
      new AntiphonError('end_timeout', `the session has not ended ${phase === 'speech' ? SPOKEN : AT_ONCE}`, { phase }),
    );
    if (phase === 'speech') return inbox.next({ kind: 'end', after: 'now', reason });
    ending = { phase: 'given up', reason, askedMs };
    inbox.next({ kind: 'terminate' });
    // A floor that fails, too, is passed over.
    if (!watching.closed) subjects.decisions.next({ kind: 'ended', reason });
  }
}

const SPOKEN = 'after what was being said; that is cut now';
const AT_ONCE = `within ${NOW_MS} ms; what is left of it is dropped`;

function dueAt(ending: Ending): number {
  if (ending.phase !== 'speech') return ending.askedMs + NOW_MS;
  return Math.min(ending.movedMs + PROGRESS_MS, ending.askedMs + SPEECH_MS);
}
