import { concat, defer, EMPTY, filter, map, of, Subject, tap, type Observable } from 'rxjs';
import type { RecogniserTurn } from '../../src/core/speech.ts';
import type { RecogniserTurns, TurnVerdict } from '../../src/core/turnModel.ts';
import type { TurnInput, TurnState } from '../endpointing/turnState.ts';
import type { AudioInput, ModelAtWork } from './modelAtWork.ts';
import { isSamePause, type Pause } from './pause.ts';

/** A finding, and the scheduler time of its arrival. */
interface Arrival {
  readonly turn: RecogniserTurn;
  readonly at: number;
}

/** Time without a finding in a pause after which the recogniser counts as failed, in ms. Flux reports every 250 ms. */
const SILENT_MS = 750;

/**
 * Starts listening to a recogniser. A finding counts if the recogniser knew all voice before the pause. It cannot find
 * anything about a segment that has ended, so silence decides unless the turn was already over.
 */
export function startRecogniser({ found }: RecogniserTurns, { now }: Pick<AudioInput, 'now'>): ModelAtWork {
  let latest: Arrival | undefined;
  const arrivals = new Subject<Arrival>();
  const listening = found
    .pipe(
      map((turn) => ({ turn, at: now() })),
      tap((arrival) => (latest = arrival)),
    )
    .subscribe(arrivals);
  return {
    isEarly: true,
    silentMs: SILENT_MS,
    ask: (_, pause) =>
      defer((): Observable<TurnVerdict | null> => {
        const known = latest !== undefined && isAbout(latest, pause) ? verdictOf(latest) : null;
        if (pause.open === undefined) return of(known?.over === 1 ? known : null);
        return concat(known === null ? EMPTY : of(known), arrivals.pipe(filter(aboutPause(pause)), map(verdictOf)));
      }),
    stop: () => listening.unsubscribe(),
  };
}

function aboutPause(pause: Pause): (arrival: Arrival) => boolean {
  return (arrival) => isAbout(arrival, pause);
}

function isAbout({ turn, at }: Arrival, { lastVoicedMs, lastVoicedAt }: Pause): boolean {
  return turn.atMs === undefined ? at > lastVoicedAt : turn.atMs >= lastVoicedMs;
}

function verdictOf({ turn: { state } }: Arrival): TurnVerdict {
  return { over: state === 'end' ? 1 : 0 };
}

/** Returns whether two pauses are the same for a recogniser, which also needs the segment to be open. */
export function isSameForRecogniser(one: Pause | null, other: Pause | null): boolean {
  return isSamePause(one, other) && one?.open === other?.open;
}

/**
 * Returns the segment that has been silent for `wordlessMs` and has no words. A recogniser would never find the end of
 * such a turn.
 */
export function findWordless(state: TurnState, event: TurnInput, wordlessMs: number): number | null {
  if (event.kind !== 'window' || event.atMs - event.lastVoicedMs < wordlessMs) return null;
  const { segment } = event;
  const hasWords = state.segments.some((one) => one.segment === segment && one.text.text !== '');
  return hasWords ? null : segment;
}
