import { asapScheduler, asyncScheduler, observeOn, defer, EMPTY, map, merge, of, switchMap, tap, timer } from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import type { Settlement, Transcript, UserTurn, VadEvent } from '../src/core/speech.ts';
import { joinText } from '../src/core/text.ts';

export interface EndpointingOptions {
  /** The user's words. */
  readonly transcript: Observable<Transcript>;
  /** When it is known what becomes of a segment's words. Without it a final settles its segment, until an interim follows. */
  readonly settled?: Observable<Settlement> | undefined;
  /** Least time between the last voiced sample and the end of the turn, in ms. @default 500 */
  readonly minDelayMs?: number | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Emits the user's turn at the latest of: the end of its last segment, the last voiced sample + `minDelayMs`, all its
 * segments settled. Speech that starts before cancels it, and its words add up; without words there is no turn.
 * Ends when its inputs have and no turn is due any more. Unsubscribing stops its timer.
 *
 * ```text
 * activity    s--m----------    m ended, at its last voiced sample; minDelayMs 5
 * transcript  ---f----------
 * userTurn    --------u-----
 * ```
 */
export function endpointing(options: EndpointingOptions): OperatorFunction<VadEvent, UserTurn> {
  const { transcript, settled, minDelayMs = 500, scheduler = asyncScheduler } = options;
  return (activity) =>
    defer(() => {
      let heard = nothingHeard;
      return merge(activity, transcript, settled ?? EMPTY).pipe(
        tap((event) => {
          heard = hear(heard, event, { now: scheduler.now(), finalsSettle: settled === undefined });
        }),
        switchMap(() => whenDue(heard, minDelayMs, scheduler)),
        map((): UserTurn => ({ turn: heard.turn, text: textOf(heard) })),
        tap(() => {
          heard = afterTurn(heard);
        }),
      );
    });
}

type Event = VadEvent | Transcript | Settlement;

interface Circumstances {
  readonly now: number;
  readonly finalsSettle: boolean;
}

/** What one segment adds to the turn. */
interface Part {
  readonly segment: number;
  readonly open: boolean;
  readonly settled: boolean;
  /** It goes on without words, and nobody waits for it until it brings some. */
  readonly noise: boolean;
  readonly finals: string;
  readonly interim: string;
  /** Its last voiced sample, in audio time and in scheduler time. */
  readonly lastVoicedMs: number;
  readonly lastVoicedAt: number;
}

interface Heard {
  readonly turn: number;
  readonly parts: readonly Part[];
  /** Segments of the turn before that an interim stood in for: their finals come too late. */
  readonly stoodIn: readonly number[];
}

const nothingHeard: Heard = { turn: 0, parts: [], stoodIn: [] };

const NEVER_VOICED = { lastVoicedMs: Number.NEGATIVE_INFINITY, lastVoicedAt: Number.NEGATIVE_INFINITY };

function hear(heard: Heard, event: Event, at: Circumstances): Heard {
  const known = heard.parts.find(({ segment }) => segment === event.segment);
  const part = known === undefined ? firstPart(heard, event, at) : advance(known, event, at);
  if (part === known) return heard;
  const others = heard.parts.filter(({ segment }) => segment !== event.segment);
  const parts = [...others, ...(part === undefined || isSpent(part) ? [] : [part])];
  return { ...heard, parts: parts.toSorted((a, b) => a.segment - b.segment) };
}

/** A segment begins with its start; a final that comes later than its turn is whole as it is. */
function firstPart({ stoodIn }: Heard, event: Event, { now }: Circumstances): Part | undefined {
  const { kind, segment } = event;
  const silent: Part = { segment, open: false, settled: true, noise: false, finals: '', interim: '', ...NEVER_VOICED };
  if (kind === 'started') return voiced({ ...silent, open: true, settled: false }, event, now);
  return kind === 'final' && !stoodIn.includes(segment) ? { ...silent, finals: event.text.trim() } : undefined;
}

function advance(part: Part, event: Event, { now, finalsSettle }: Circumstances): Part {
  switch (event.kind) {
    case 'window':
      return event.voiced ? voiced(part, event, now) : part;
    case 'ended':
      return { ...voiced(part, event, now), open: false };
    case 'settled':
      return event.by === 'noise' ? { ...part, noise: true } : { ...part, settled: true };
    case 'interim':
    case 'final':
      return spoken(part, event, finalsSettle);
    default:
      return part;
  }
}

function spoken(part: Part, { kind, text }: Transcript, finalsSettle: boolean): Part {
  if (kind === 'final') {
    const finals = joinText(part.finals, text);
    return { ...part, settled: part.settled || finalsSettle, noise: false, finals, interim: '' };
  }
  const settled = part.settled && !(finalsSettle && part.open);
  return text.trim() === '' || settled ? part : { ...part, settled, noise: false, interim: text };
}

/** Input that comes late or has stalled makes its last voice look later than it was: the earliest figure is the true one. */
function voiced(part: Part, event: Extract<VadEvent, { readonly lastVoicedMs: number }>, now: number): Part {
  const { atMs, lastVoicedMs } = event;
  const at = now - (atMs - lastVoicedMs);
  const lastVoicedAt = lastVoicedMs > part.lastVoicedMs ? at : Math.min(at, part.lastVoicedAt);
  return { ...part, lastVoicedMs, lastVoicedAt };
}

/** Nothing is to come of it, and nothing came. */
function isSpent(part: Part): boolean {
  return !part.open && (part.settled || part.noise) && joinText(part.finals, part.interim) === '';
}

function afterTurn({ turn, parts }: Heard): Heard {
  const goingOn = parts.filter(({ open }) => open).map((part) => ({ ...part, finals: '', interim: '' }));
  const stoodIn = parts.filter(({ open, interim }) => !open && interim !== '').map(({ segment }) => segment);
  return { turn: turn + 1, parts: goingOn, stoodIn };
}

function whenDue(heard: Heard, minDelayMs: number, scheduler: SchedulerLike): Observable<unknown> {
  const awaited = heard.parts.filter(({ noise }) => !noise);
  if (awaited.some(({ open, settled }) => open || !settled) || textOf(heard) === '') return EMPTY;
  const wait = Math.max(...awaited.map(({ lastVoicedAt }) => lastVoicedAt)) + minDelayMs - scheduler.now();
  // What starts at the very instant at which the time is up still cancels the turn: the timer comes last.
  return wait <= 0 ? of(null) : timer(wait, scheduler).pipe(observeOn(asapScheduler));
}

function textOf({ parts }: Heard): string {
  return joinText(...parts.flatMap(({ finals, interim }) => [finals, interim]));
}
