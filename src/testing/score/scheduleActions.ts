import { filter, of, ReplaySubject, skip, switchMap, take, type Observable } from 'rxjs';
import type { SessionEvent } from '../../session/events.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';
import type { Moment } from '../../draw/text/diagram.ts';
import type { ScoreAction, ActionTarget } from './actions.ts';
import { anchorOf, nameOf, type StartedAction, type MissedAction } from './conversationLog.ts';
import { parseMs, formatAt, type After } from './time.ts';

export interface ScheduleTarget extends ActionTarget {
  readonly clock: VirtualClock;
  nowMs(): number;
  readonly events: Observable<SessionEvent>;
}

/** The actions done, and those that are still to come. */
export interface ActionSchedule {
  readonly done: readonly Moment[];
  readonly started: ReadonlyMap<ScoreAction, StartedAction>;
  /** The end of the last action that is scheduled. */
  untilMs(): number;
  /** Actions that wait for an event that has not come. */
  missed(): readonly MissedAction[];
}

/** Schedules every action at its time. */
export function scheduleActions(cues: readonly ScoreAction[], stage: ScheduleTarget): ActionSchedule {
  const { clock, events, nowMs } = stage;
  const done: Moment[] = [];
  const begun = new Map<ScoreAction, StartedAction>();
  const waiting = new Set(cues);
  const ends = [0];
  const turns = new Map<ScoreAction, Observable<unknown>>();
  let eventsBefore = 0;
  events.subscribe(() => eventsBefore++);
  for (const [n, cue] of cues.entries()) {
    const turn = new ReplaySubject<void>(1);
    const { at, forMs = 0 } = cue;
    const beginIn = (delayMs: number): void => {
      ends.push(nowMs() + delayMs + forMs);
      clock.schedule(() => {
        waiting.delete(cue);
        done.push(momentOf(cue, nowMs()));
        begun.set(cue, { atMs: nowMs(), eventsBefore });
        // Other actions may refer to events that this action causes at once.
        turn.next();
        cue.act(stage, nowMs());
      }, delayMs);
    };
    turns.set(cue, turn);
    if (typeof at === 'string') {
      beginIn(parseMs(at));
      continue;
    }
    const anchor = anchorOf(at, cues.slice(0, n));
    const since = (anchor && turns.get(anchor)) ?? of('the start');
    since.pipe(switchMap(() => nthEvent(events, at))).subscribe(() => beginIn(at.delayMs));
  }
  return {
    done,
    started: begun,
    untilMs: () => Math.max(...ends),
    missed: () =>
      [...waiting].map(({ lane, text, at, source }) => ({ text: `${lane}: '${text}', ${formatAt(at)}`, source })),
  };
}

function nthEvent(events: Observable<SessionEvent>, { event: name, nth }: After): Observable<SessionEvent> {
  return events.pipe(
    filter((event) => nameOf(event) === name),
    skip(nth - 1),
    take(1),
  );
}

function momentOf({ lane, text, forMs }: ScoreAction, atMs: number): Moment {
  return { lane, atMs, toMs: forMs === undefined ? undefined : atMs + forMs, text };
}
