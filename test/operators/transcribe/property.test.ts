import fc from 'fast-check';
import { mergeMap, of, Subject, throwError, timer, type Observable, type SchedulerLike } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { transcribe } from '../../../operators/transcribe.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { Settlement, Transcript, VadEvent } from '../../../src/core/speech.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { activity } from '../../../src/testing/fixtures.ts';
import { runs } from '../../properties/runs.ts';

const SEGMENT_MS = 1500;
const FINAL_TIMEOUT_MS = 1000;

/** An event of a recogniser `afterMs` after an input of a segment. */
interface Answer {
  readonly to: SttInput['kind'];
  readonly afterMs: number;
  readonly says: 'interim' | 'final' | 'part' | 'nothing' | 'empty' | 'failed' | 'break';
}

const answerArbitrary: fc.Arbitrary<Answer> = fc.record({
  to: fc.constantFrom('start', 'end', 'end', 'flush'),
  afterMs: fc.integer({ min: 0, max: 2200 }),
  says: fc.constantFrom('interim', 'final', 'final', 'part', 'nothing', 'empty', 'failed', 'break'),
});

/** A recogniser that does what it likes, segment by segment: wrong, twice, late, not at all. */
function createFickleStt(
  whims: readonly (readonly Answer[])[],
  interims: boolean,
  scheduler: SchedulerLike,
): SpeechToText {
  return {
    name: 'fickle',
    sampleRate: 16_000,
    finalTimeoutMs: FINAL_TIMEOUT_MS,
    interims,
    transcribe: (input) =>
      input.pipe(
        mergeMap(({ kind, segment }) =>
          (whims[segment] ?? []).filter(({ to }) => to === kind).map((w) => ({ w, segment })),
        ),
        mergeMap(({ w, segment }) => timer(w.afterMs, scheduler).pipe(mergeMap(() => answer(w, segment)))),
      ),
  };
}

function answer({ says, afterMs }: Answer, segment: number): Observable<SttEvent> {
  const text = `w${afterMs}`;
  switch (says) {
    case 'interim':
      return of({ kind: 'interim', segment, text });
    case 'final':
      return of({ kind: 'final', segment, text });
    case 'part':
      return of({ kind: 'final', segment, text, last: false });
    case 'nothing':
      return of({ kind: 'final', segment, text: '' });
    case 'empty':
      return of({ kind: 'empty', segment });
    case 'failed':
      return of({ kind: 'failed', segment, error: new Error('failed') });
    case 'break':
      return throwError(() => new Error('broken'));
  }
}

type Happened = { readonly at: number; readonly what: Transcript | Settlement | VadEvent };

/** Speaks so many segments, one after the other, and waits for everything. */
function happenings(whims: readonly (readonly Answer[])[], interims: boolean): readonly Happened[] {
  const clock = new VirtualClock();
  const speech = new Subject<VadEvent>();
  const log: Happened[] = [];
  const note = (what: Happened['what']): void => void log.push({ at: clock.now(), what });
  const running = speech
    .pipe(transcribe({ stt: createFickleStt(whims, interims, clock), noiseWithoutInterimsMs: 300, scheduler: clock }))
    .subscribe({ next: note, error: (error) => expect(error).toBeUndefined() });
  const speak = (event: VadEvent, atMs: number): void =>
    void clock.schedule(() => {
      note(event);
      speech.next(event);
    }, atMs);
  whims.forEach((_, segment) => {
    const begin = segment * SEGMENT_MS;
    speak({ ...activity.s, segment }, begin);
    speak({ ...activity.w, voicedMs: 400, segment } as VadEvent, begin + 400);
    speak({ ...activity.e, segment }, begin + 900);
  });
  clock.flush(whims.length * SEGMENT_MS + 5000);
  running.unsubscribe();
  expect(clock.pending).toBe(0);
  return log;
}

describe('whatever a recogniser does', () => {
  it.each([true, false])('every segment is settled exactly once after its end, in time (interims: %s)', (interims) => {
    const turnsOf = fc.array(fc.array(answerArbitrary, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(turnsOf, (whims) => {
        const log = happenings(whims, interims);
        whims.forEach((_, segment) => {
          const own = log.filter(({ what }) => what.segment === segment);
          const settlements = own.filter(({ what }) => what.kind === 'settled' && what.by !== 'noise');
          const endedAt = own.find(({ what }) => what.kind === 'ended')?.at ?? 0;
          expect(settlements).toHaveLength(1);
          expect(settlements[0]?.at).toBeGreaterThanOrEqual(endedAt);
          expect(settlements[0]?.at).toBeLessThanOrEqual(endedAt + FINAL_TIMEOUT_MS);
        });
      }),
      runs(125),
    );
  });

  it('no word that is final is lost while the recogniser lives', () => {
    const whimsOf = fc.array(
      fc.array(
        answerArbitrary.filter(({ says }) => says !== 'break'),
        { maxLength: 5 },
      ),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(whimsOf, (whims) => {
        const heard = happenings(whims, true).flatMap(({ what }) =>
          what.kind === 'final' && what.text !== '' ? [what.text] : [],
        );
        const finals = whims.flatMap((own) =>
          own
            .filter(({ says, to }) => (says === 'final' || says === 'part') && to !== 'flush')
            .map(({ afterMs }) => `w${afterMs}`),
        );
        expect(heard.toSorted()).toEqual(finals.toSorted());
      }),
      runs(75),
    );
  });
});
