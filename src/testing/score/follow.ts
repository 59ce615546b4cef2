import { filter, of, ReplaySubject, switchMap, take } from 'rxjs';
import type { Observable } from 'rxjs';
import type { SessionEvent } from '../../session/events.ts';
import type { VirtualClock } from '../clock.ts';
import type { Moment } from '../diagram.ts';
import type { Cue, Stage } from './cues.ts';
import { nameOf } from './performance.ts';
import type { Begun } from './performance.ts';
import { msOf, writeAt } from './time.ts';

export interface FollowedStage extends Stage {
  readonly clock: VirtualClock;
  nowMs(): number;
  readonly events: Observable<SessionEvent>;
}

/** What is being done, and what is still to do. */
export interface Doing {
  readonly done: readonly Moment[];
  readonly begun: ReadonlyMap<Cue, Begun>;
  /** When the last of what is known to come is over. */
  untilMs(): number;
  /** What waits for an event that has not come. */
  missed(): readonly string[];
}

/** Sees to it that every cue is acted upon in its time. */
export function follow(cues: readonly Cue[], stage: FollowedStage): Doing {
  const { clock, events, nowMs } = stage;
  const done: Moment[] = [];
  const begun = new Map<Cue, Begun>();
  const waiting = new Set(cues);
  const ends = [0];
  let before: Observable<unknown> = of('the start');
  for (const cue of cues) {
    const turn = new ReplaySubject<void>(1);
    const { at, forMs = 0 } = cue;
    const beginIn = (delayMs: number): void => {
      const fromMs = nowMs();
      ends.push(fromMs + delayMs + forMs);
      clock.schedule(() => {
        waiting.delete(cue);
        done.push(momentOf(cue, nowMs()));
        begun.set(cue, { atMs: nowMs(), fromMs });
        // The next may be counted from what this brings at once.
        turn.next();
        cue.act(stage, nowMs());
      }, delayMs);
    };
    if (typeof at === 'string') beginIn(msOf(at));
    else before.pipe(switchMap(() => first(events, at.event))).subscribe(() => beginIn(at.delayMs));
    before = turn;
  }
  return {
    done,
    begun,
    untilMs: () => Math.max(...ends),
    missed: () => [...waiting].map(({ lane, text, at }) => `${lane}: '${text}', ${writeAt(at)}`),
  };
}

function first(events: Observable<SessionEvent>, name: string): Observable<SessionEvent> {
  return events.pipe(
    filter((event) => nameOf(event) === name),
    take(1),
  );
}

function momentOf({ lane, text, forMs }: Cue, atMs: number): Moment {
  return { lane, atMs, toMs: forMs === undefined ? undefined : atMs + forMs, text };
}
