import type { AudioFrame, Transcript, VadEvent } from 'antiphon';
import {
  asyncScheduler,
  connect,
  filter,
  map,
  merge,
  NEVER,
  of,
  scan,
  switchMap,
  take,
  timer,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { beeps } from './beeps.ts';

/** Who has answered a call. */
export type AnsweredBy = 'person' | 'machine';

export interface AnsweredByOptions {
  readonly transcript: Observable<Transcript>;
  /** For beeps behind the first speech. @default none */
  readonly audio?: Observable<AudioFrame> | undefined;
  /** Voiced time before any pause from which on it is a machine, in ms. @default 4000 */
  readonly monologueMs?: number | undefined;
  /** Silence after which a short greeting was a person's, in ms, from the end of its segment on. @default 500 */
  readonly pauseMs?: number | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/** What only greetings of machines have. */
const PHRASES =
  /\b(leave (us |me )?(a|your) (short )?(message|name)|after the (tone|beep)|voice ?mail|mailbox|not available|unable to (take|answer)|can(no|')t (take|answer) your call|record your message)\b/iu;

/**
 * Tells a machine's greeting from a person's, once: a machine speaks for long without a pause, says what machines say, or beeps then; a person says
 * hello, and waits. Emits nothing while nobody speaks.
 *
 * ```text
 * activity    -s-e------    s speech starts, e ends; pauseMs 5
 * answeredBy  --------(p|)  p a person
 * ```
 */
export function answeredBy(options: AnsweredByOptions): OperatorFunction<VadEvent, AnsweredBy> {
  const { transcript, audio = NEVER, monologueMs = 4000, pauseMs = 500, scheduler = asyncScheduler } = options;
  return connect((activity) => {
    const speaksLong = activity.pipe(
      scan(addVoice, { before: 0, now: 0 }),
      filter(({ before, now }) => before + now >= monologueMs),
    );
    const saysSo = transcript.pipe(filter(({ text }) => PHRASES.test(text)));
    // The tone of a line that rings comes before anybody speaks.
    const beeped = activity.pipe(
      take(1),
      switchMap(() => audio.pipe(beeps())),
    );
    const machine = merge(speaksLong, saysSo, beeped).pipe(map((): AnsweredBy => 'machine'));
    const person = activity.pipe(
      filter(({ kind }) => kind === 'started' || kind === 'ended'),
      switchMap(({ kind }) => (kind === 'started' ? NEVER : timer(pauseMs, scheduler))),
      switchMap(() => of<AnsweredBy>('person')),
    );
    return merge(machine, person).pipe(take(1));
  });
}

interface VoicedTime {
  /** Of the segments before. */
  readonly before: number;
  readonly now: number;
}

function addVoice({ before, now }: VoicedTime, event: VadEvent): VoicedTime {
  if (event.kind === 'truncated') return { before, now };
  return event.kind === 'started' ? { before: before + now, now: event.voicedMs } : { before, now: event.voicedMs };
}
