import { performance } from 'node:perf_hooks';
import { concatMap, defer, filter, finalize, map, of, tap, timer, type Observable } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';

/** The work of engines in threads. Virtual time stands still during it. */
export interface EngineWork {
  /** Resolves when all engines are idle; undefined if they are idle now. */
  wait(): Promise<void> | undefined;
  /** Wraps a request. Its output is emitted after the delay of its first answer, in virtual time. */
  wrapRequest<T>(request: Observable<T>, delayMs: Delay): Observable<T>;
  /**
   * Wraps a recogniser. Its answers are emitted after the delay, in virtual time. Drops interims, because their timing
   * depends on the thread.
   */
  wrapStt(stt: SpeechToText, delayMs: Delay): SpeechToText;
}

/** Returns the delay in virtual time of an answer that took `realMs` in real time. */
export type Delay = (realMs: number) => number;

/** A piece of work of an engine. */
interface Job {
  /** Ends the job, once. Returns how long it took, in ms of real time. */
  end(): number;
}

/** Tracks the work of engines on a clock, so that the times of their answers do not depend on the machine. */
export function createEngineWork(clock: VirtualClock): EngineWork {
  const jobs = new Set<Job>();
  let wake: () => void = () => {};
  let woken: Promise<void> | undefined;
  const begin = (): Job => {
    const beganMs = performance.now();
    woken ??= new Promise((resolve) => (wake = resolve));
    const job: Job = {
      end: () => {
        if (jobs.delete(job) && jobs.size === 0) {
          woken = undefined;
          wake();
        }
        return performance.now() - beganMs;
      },
    };
    jobs.add(job);
    return job;
  };
  return {
    wait: () => woken,
    wrapRequest: (request, delayMs) =>
      defer(() => {
        const job = begin();
        return request.pipe(
          map((value) => [value, delayMs(job.end())] as const),
          later(clock),
          finalize(() => job.end()),
        );
      }),
    wrapStt: (stt, delayMs) => ({
      ...stt,
      interims: false,
      transcribe: (speech, wanted) =>
        defer(() => {
          const asked: Job[] = [];
          const noted = (input: SttInput): void => {
            if (input.kind === 'flush' || input.kind === 'end') asked.push(begin());
          };
          return stt.transcribe(speech.pipe(tap(noted)), wanted).pipe(
            filter(({ kind }) => kind !== 'interim'),
            map((event) => [event, isAnswer(event) ? delayMs(asked.shift()?.end() ?? 0) : 0] as const),
            later(clock),
            finalize(() => asked.forEach((job) => job.end())),
          );
        }),
    }),
  };
}

/** Emits each value after its delay, in order. */
function later<T>(clock: VirtualClock): (values: Observable<readonly [T, number]>) => Observable<T> {
  return (values) =>
    values.pipe(concatMap(([value, ms]) => (ms <= 0 ? of(value) : timer(ms, clock).pipe(map(() => value)))));
}

/** Returns whether an event answers a flush or an end. */
function isAnswer(event: SttEvent): boolean {
  return event.kind === 'empty' || event.kind === 'failed' || (event.kind === 'final' && event.last !== false);
}
