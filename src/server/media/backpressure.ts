import { concat, distinctUntilChanged, map, of, scan, switchMap, tap, timer } from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import { samplesOfMs } from '../../core/audio.ts';
import { ConnectionError } from './connectionError.ts';

export interface BackpressureOptions {
  /** The agreed rate of the agent's audio, in Hz. */
  readonly sampleRate: number;
  readonly scheduler: SchedulerLike;
}

/** How much audio may wait before no more is sent, and how much when it goes on, in ms. */
const PAUSE_MS = 2000;
const GO_ON_MS = 1000;

/** A client is given up when so much audio waits for it (below 1 MiB at every rate of the wire), or when none could be sent for so long. */
const GIVE_UP_MS = 10_000;

/**
 * Turns how many bytes wait for the client into whether audio may be sent to it: no more once 2 s of audio wait, and again
 * when half of that has left. Errors with a LineFault `slow_consumer` beyond 10 s of audio, and after 10 s in which no audio
 * could be sent.
 */
export function backpressure({ sampleRate, scheduler }: BackpressureOptions): OperatorFunction<number, boolean> {
  const bytesOf = (ms: number): number => 2 * samplesOfMs(ms, sampleRate);
  const giveUpAt = bytesOf(GIVE_UP_MS);
  return (waiting) =>
    waiting.pipe(
      tap((bytes) => {
        if (bytes > giveUpAt) throw slow(`at most ${giveUpAt} bytes to wait for it`, `${bytes}`);
      }),
      scan((flowing, bytes) => bytes <= bytesOf(flowing ? PAUSE_MS : GO_ON_MS), true),
      distinctUntilChanged(),
      switchMap((flowing) => (flowing ? of(true) : concat(of(false), givenUp(scheduler)))),
    );
}

function givenUp(scheduler: SchedulerLike): Observable<never> {
  return timer(GIVE_UP_MS, scheduler).pipe(
    map((): never => {
      throw slow('the audio that waits for it to be read', `nothing read for ${GIVE_UP_MS / 1000} s`);
    }),
  );
}

function slow(expected: string, got: string): ConnectionError {
  return new ConnectionError('slow_consumer', `Expected ${expected}, got ${got}.`);
}
