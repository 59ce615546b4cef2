import { map, merge, mergeMap, ReplaySubject, Subject, timer, type Observable } from 'rxjs';
import type { SpeechToText, SttEvent } from '../../src/core/ports.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';

/** A recogniser that says what it is told to; once it has, or must, it answers an end by itself. */
export interface ManualStt extends SpeechToText {
  /** Gives the final of the latest segment; `''`: there were no words. */
  emitFinal(text: string): void;
}

/** From an end to the `empty` of a recogniser that has said all before. */
const ANSWER_MS = 50;

export function createManualStt(clock: VirtualClock): ManualStt {
  const told = new Subject<SttEvent>();
  let segment = 0;
  let hasSaid = false;
  const answer = (ended: number): Observable<SttEvent> =>
    timer(ANSWER_MS, clock).pipe(map(() => ({ kind: 'empty', segment: ended })));
  return {
    name: 'stt-by-hand',
    sampleRate: 16_000,
    finalTimeoutMs: 1000,
    interims: true,
    emitFinal: (text) => {
      hasSaid = true;
      told.next({ kind: 'final', segment, text });
    },
    transcribe: (speech) =>
      merge(
        told,
        speech.pipe(
          mergeMap((input) => {
            if (input.kind === 'start') segment = input.segment;
            return input.kind === 'end' && hasSaid ? answer(input.segment) : [];
          }),
        ),
      ),
  };
}

/** Something that is asked for, and comes when it is told to: to those who ask later, at once. */
export interface ManualStream<T> {
  readonly stream: Observable<T>;
  emit(...values: readonly T[]): void;
}

export function createManualStream<T>(): ManualStream<T> {
  const stream = new ReplaySubject<T>();
  return {
    stream,
    emit: (...values) => {
      for (const value of values) stream.next(value);
      stream.complete();
    },
  };
}
