import { asyncScheduler, defer, EMPTY, map, merge, of, switchMap, tap, timer } from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import type { Settlement, Transcript, UserTurn, VadEvent } from '../src/core/speech.ts';
import { joinText } from '../src/core/text.ts';

export interface EndpointingOptions {
  readonly transcript: Observable<Transcript>;
  /** When it is known what becomes of a segment's words. Without it, a segment's first final settles it. */
  readonly settled?: Observable<Settlement> | undefined;
  /** Least time between the last voiced sample and the end of the turn, in ms. @default 500 */
  readonly minDelayMs?: number | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Emits the user's turn at the latest of: the end of its last segment, the last voiced sample + `minDelayMs`, all its
 * segments settled. Speech that starts before cancels it, and its words add up; without words there is no turn.
 * Unsubscribing stops its timer.
 *
 * ```
 * activity    s--e----------    last voiced sample at the e, minDelayMs 5
 * transcript  ---f----------
 * userTurn    --------u-----
 * ```
 */
export function endpointing(options: EndpointingOptions): OperatorFunction<VadEvent, UserTurn> {
  const { transcript, settled = settledByFinals(transcript), minDelayMs = 500, scheduler = asyncScheduler } = options;
  return (activity) =>
    defer(() => {
      let heard = nothingHeard;
      return merge(activity, transcript, settled).pipe(
        tap((event) => {
          heard = hear(heard, event, scheduler.now(), minDelayMs);
        }),
        switchMap(() => whenDue(heard, scheduler)),
        map((): UserTurn => ({ turn: heard.turn, text: textOf(heard) })),
        tap(() => {
          heard = afterTurn(heard);
        }),
      );
    });
}

interface Part {
  readonly segment: number;
  readonly open: boolean;
  readonly settled: boolean;
  /** It goes on without words, and nobody waits for it until it brings some. */
  readonly noise: boolean;
  readonly finals: string;
  readonly interim: string;
}

interface Heard {
  readonly turn: number;
  readonly parts: readonly Part[];
  /** Last voiced sample + the delay, in scheduler time. */
  readonly dueAt: number;
}

const nothingHeard: Heard = { turn: 0, parts: [], dueAt: Number.NEGATIVE_INFINITY };

function settledByFinals(transcript: Observable<Transcript>): Observable<Settlement> {
  return transcript.pipe(
    switchMap(({ kind, segment }) =>
      kind === 'final' ? of<Settlement>({ kind: 'settled', segment, by: 'final' }) : EMPTY,
    ),
  );
}

function hear(heard: Heard, event: VadEvent | Transcript | Settlement, now: number, minDelayMs: number): Heard {
  const known = heard.parts.find(({ segment }) => segment === event.segment);
  const part = known === undefined ? firstPart(event) : advance(known, event);
  if (part === known) return heard;
  const others = heard.parts.filter(({ segment }) => segment !== event.segment);
  const parts = [...others, ...(part === undefined || isSpent(part) ? [] : [part])];
  const dueAt = event.kind === 'ended' ? now - (event.atMs - event.lastVoicedMs) + minDelayMs : heard.dueAt;
  return { ...heard, parts: parts.toSorted((a, b) => a.segment - b.segment), dueAt };
}

/** A segment begins with its start; a final that comes later than its turn is whole as it is. */
function firstPart(event: VadEvent | Transcript | Settlement): Part | undefined {
  const { kind, segment } = event;
  if (kind === 'started') return { segment, open: true, settled: false, noise: false, finals: '', interim: '' };
  if (kind !== 'final') return undefined;
  return { segment, open: false, settled: true, noise: false, finals: event.text.trim(), interim: '' };
}

function advance(part: Part, event: VadEvent | Transcript | Settlement): Part {
  switch (event.kind) {
    case 'ended':
      return { ...part, open: false };
    case 'settled':
      return event.by === 'noise' ? { ...part, noise: true } : { ...part, settled: true };
    case 'interim':
      return event.text.trim() === '' || part.settled ? part : { ...part, noise: false, interim: event.text };
    case 'final':
      return { ...part, noise: false, finals: joinText(part.finals, event.text), interim: '' };
    default:
      return part;
  }
}

/** Nothing is to come of it, and nothing came. */
function isSpent(part: Part): boolean {
  return !part.open && (part.settled || part.noise) && joinText(part.finals, part.interim) === '';
}

function afterTurn({ turn, parts }: Heard): Heard {
  const goingOn = parts.filter(({ open }) => open).map((part) => ({ ...part, finals: '', interim: '' }));
  return { ...nothingHeard, turn: turn + 1, parts: goingOn };
}

function whenDue(heard: Heard, scheduler: SchedulerLike): Observable<unknown> {
  const complete = heard.parts.every(({ open, settled, noise }) => noise || (settled && !open));
  if (!complete || textOf(heard) === '') return EMPTY;
  const wait = heard.dueAt - scheduler.now();
  return wait <= 0 ? of(null) : timer(wait, scheduler);
}

function textOf({ parts }: Heard): string {
  return joinText(...parts.flatMap(({ finals, interim }) => [finals, interim]));
}
