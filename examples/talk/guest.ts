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
  type Observable,
  type SchedulerLike,
} from 'rxjs';

/** A line of the guest. */
export interface Line {
  readonly name: string;
  readonly audio: AudioFrame;
  /** Interrupts the answer after this many seconds. Default: waits for the end of the answer. */
  readonly over?: number | undefined;
}

export interface GuestOptions {
  readonly events: Observable<Pick<SessionEvent, 'name'>>;
  /** Emits when the line is spoken. */
  readonly speak: (audio: AudioFrame) => Observable<unknown>;
  readonly scheduler: SchedulerLike;
}

/** Pause after an answer, and timeout for an answer, in ms. */
const PAUSE_MS = 1500;
const ANSWER_TIMEOUT_MS = 12_000;

/**
 * Speaks the lines one after another, each after the agent's answer, or over it with `over`. Emits each line when it starts.
 * Completes after the last answer or its timeout, or when the session has ended.
 */
export function guest<Spoken extends Line>(
  lines: readonly Spoken[],
  { events, speak, scheduler }: GuestOptions,
): Observable<Spoken> {
  return defer(() => {
    const turns = new BehaviorSubject(silence);
    const listening = events.pipe(scan(listen, silence)).subscribe(turns);
    const answered = turns.pipe(
      switchMap(({ speaking, answered }) =>
        speaking ? NEVER : timer(answered ? PAUSE_MS : ANSWER_TIMEOUT_MS, scheduler),
      ),
      take(1),
    );
    const intoAnswer = (seconds: number): Observable<unknown> =>
      turns.pipe(
        map(({ speaking }) => speaking),
        distinctUntilChanged(),
        switchMap((speaking) => timer(speaking ? seconds * 1000 : ANSWER_TIMEOUT_MS, scheduler)),
        take(1),
      );
    const say = (line: Spoken): Observable<Spoken> =>
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

/** State of the conversation. */
interface Turns {
  /** The agent is speaking. */
  readonly speaking: boolean;
  /** The agent has spoken since the guest. */
  readonly answered: boolean;
}

const silence: Turns = { speaking: false, answered: false };

function listen(turns: Turns, { name }: Pick<SessionEvent, 'name'>): Turns {
  switch (name) {
    case 'on_agent_started_speaking':
      return { ...turns, speaking: true };
    // The words that interrupt it may come late: the answer to them is still to come.
    case 'on_agent_interrupted':
      return silence;
    case 'on_agent_stopped_speaking':
      return turns.speaking ? { speaking: false, answered: true } : turns;
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
