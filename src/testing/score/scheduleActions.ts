import { filter, of, ReplaySubject, skip, switchMap, take, type Observable } from 'rxjs';
import type { Moment } from '../../draw/text/diagram.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';
import type { ActionTarget, ScoreAction } from './actions.ts';
import { anchorOf, nameOf, type ConversationLog, type MissedAction } from './conversationLog.ts';
import { formatAt, parseMs, type After } from './time.ts';

export interface ScheduleTarget extends ActionTarget {
  readonly clock: VirtualClock;
  nowMs(): number;
  readonly events: Observable<SessionEvent>;
}

/** The schedule of completed and pending actions. */
export interface ActionSchedule {
  readonly done: readonly Moment[];
  readonly started: ConversationLog['started'];
  /** Returns the end of the last scheduled action. */
  untilMs(): number;
  /** Returns the actions whose event has not occurred. */
  missed(): readonly MissedAction[];
}

export function scheduleActions(actions: readonly ScoreAction[], target: ScheduleTarget): ActionSchedule {
  const { clock, events, nowMs } = target;
  const done: Moment[] = [];
  const started = new Map<ScoreAction, { atMs: number; eventsBefore: number }>();
  const starts = new Map(actions.map((action) => [action, new ReplaySubject<void>(1)]));
  const ends = [0];
  let eventsBefore = 0;
  events.subscribe(() => eventsBefore++);
  const start = (action: ScoreAction): void => {
    done.push(createMoment(action, nowMs()));
    started.set(action, { atMs: nowMs(), eventsBefore });
    // Other actions may refer to events that this action causes synchronously.
    starts.get(action)?.next();
    action.act(target, nowMs());
  };
  const startIn = (action: ScoreAction, delayMs: number): void => {
    ends.push(nowMs() + delayMs + (action.forMs ?? 0));
    clock.schedule(() => start(action), delayMs);
  };
  for (const [n, action] of actions.entries()) {
    const { at } = action;
    const anchor = typeof at === 'object' ? anchorOf(at, actions.slice(0, n)) : undefined;
    const since: Observable<unknown> = (anchor && starts.get(anchor)) ?? of('the start');
    if (typeof at === 'string') startIn(action, parseMs(at));
    else since.pipe(switchMap(() => nthEvent(events, at))).subscribe(() => startIn(action, at.delayMs));
  }
  const missed = (): readonly MissedAction[] =>
    actions
      .filter((action) => !started.has(action))
      .map(({ lane, text, at, source }) => ({
        text: `the event that it refers to never came: ${lane}: '${text}', ${formatAt(at)}`,
        source,
      }));
  return { done, started, untilMs: () => Math.max(...ends), missed };
}

function nthEvent(events: Observable<SessionEvent>, { event: name, nth }: After): Observable<SessionEvent> {
  return events.pipe(
    filter((event) => nameOf(event) === name),
    skip(nth - 1),
    take(1),
  );
}

function createMoment({ lane, text, forMs }: ScoreAction, atMs: number): Moment {
  return { lane, atMs, toMs: forMs === undefined ? undefined : atMs + forMs, text };
}
