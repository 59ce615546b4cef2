import type { AudioFrame, SessionEvent } from 'antiphon';
import {
  BehaviorSubject,
  concat,
  concatMap,
  defer,
  distinctUntilChanged,
  finalize,
  from,
  ignoreElements,
  map,
  NEVER,
  of,
  scan,
  switchMap,
  take,
  takeUntil,
  timer,
} from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';

/** Something that the guest says. */
export interface Line {
  readonly name: string;
  readonly audio: AudioFrame;
  /** Seconds into the agent's answer at which it is spoken over it. Absent: when the answer is over. */
  readonly over?: number | undefined;
}

export interface GuestOptions {
  readonly events: Observable<Pick<SessionEvent, 'name'>>;
  /** Emits when the line is spoken. */
  readonly speak: (audio: AudioFrame) => Observable<unknown>;
  readonly scheduler: SchedulerLike;
}

/** How long the agent must have been silent after an answer, and how long it has time to begin one, in ms. */
const BREATH_MS = 1500;
const PATIENCE_MS = 12_000;

/**
 * A polite guest: speaks the lines one after another, each when the agent has answered, or over its answer where the line
 * says so. Emits each line as it begins. Completes when the last is answered or given up, or when the session has ended.
 */
export function guest(lines: readonly Line[], { events, speak, scheduler }: GuestOptions): Observable<Line> {
  return defer(() => {
    const turns = new BehaviorSubject(silence);
    const listening = events.pipe(scan(listen, silence)).subscribe(turns);
    const answered = turns.pipe(
      switchMap(({ speaking, answered }) => (speaking ? NEVER : timer(answered ? BREATH_MS : PATIENCE_MS, scheduler))),
      take(1),
    );
    const intoAnswer = (seconds: number): Observable<unknown> =>
      turns.pipe(
        map(({ speaking }) => speaking),
        distinctUntilChanged(),
        switchMap((speaking) => timer(speaking ? seconds * 1000 : PATIENCE_MS, scheduler)),
        take(1),
      );
    const say = (line: Line): Observable<Line> =>
      concat(
        quietly(line.over === undefined ? answered : intoAnswer(line.over)),
        of(line),
        quietly(defer(() => speak(line.audio))),
      );
    return concat(from(lines).pipe(concatMap(say)), quietly(answered)).pipe(
      takeUntil(concat(quietly(events), of('the session has ended'))),
      finalize(() => listening.unsubscribe()),
    );
  });
}

/** How the conversation stands between the two. */
interface Turns {
  /** The agent speaks. */
  readonly speaking: boolean;
  /** It has spoken since the guest has. */
  readonly answered: boolean;
}

const silence: Turns = { speaking: false, answered: false };

function listen(turns: Turns, { name }: Pick<SessionEvent, 'name'>): Turns {
  switch (name) {
    case 'on_agent_started_speaking':
      return { ...turns, speaking: true };
    case 'on_agent_stopped_speaking':
      return { speaking: false, answered: true };
    case 'on_user_started_speaking':
    case 'on_user_stopped_speaking':
      return { ...turns, answered: false };
    default:
      return turns;
  }
}

function quietly(source: Observable<unknown>): Observable<never> {
  return source.pipe(ignoreElements());
}
