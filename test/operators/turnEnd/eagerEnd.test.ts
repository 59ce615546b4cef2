import { asyncScheduler, of, type Observable } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { turnEnd } from '../../../operators/turnEnd.ts';
import type { TurnEndOptions } from '../../../operators/turnEnd/turnEndOptions.ts';
import type { TurnModel, TurnVerdict } from '../../../src/core/turnModel.ts';
import { transcripts } from '../../../src/testing/fixtures.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { speechOf } from './speechOf.ts';

/** `p`: probably over · `o`: over · `g`: it goes on. */
const VERDICTS: Readonly<Record<string, TurnVerdict>> = { p: { over: 0.4 }, o: { over: 0.9 }, g: { over: 0.1 } };

/** Plays a score in which the model is asked after 3 ms; returns when the user has probably finished. */
function eagerEnds(
  score: { readonly activity: string; readonly transcript: string; readonly userTurn: string },
  createModel: (run: RunHelpers) => TurnModel,
  options: Partial<TurnEndOptions> = {},
): readonly number[] {
  const ends: number[] = [];
  marbles((run) => {
    const speech = run.hot(...speechOf(score.activity));
    const transcript = run.hot(score.transcript, transcripts);
    const turns = speech.pipe(
      turnEnd({
        transcript,
        model: createModel(run),
        eagerThreshold: 0.3,
        eagerEnd: () => ends.push(asyncScheduler.now()),
        minDelayMs: 3,
        maxDelayMs: 9,
        timeoutMs: 5,
        ...options,
      }),
    );
    run.expectObservable(turns).toBe(score.userTurn, { u: { turn: 0, text: 'hello there' } });
  });
  return ends;
}

const asked =
  (answer: (run: RunHelpers) => Observable<TurnVerdict>) =>
  (run: RunHelpers): TurnModel => ({ kind: 'pause', name: 'double', score: () => answer(run) });

const listening =
  (heard: string) =>
  ({ hot }: RunHelpers): TurnModel => {
    const verdicts = hot(heard, VERDICTS);
    return { kind: 'streaming', name: 'double', listen: () => verdicts };
  };

const ASKED = { activity: 's-e---------', transcript: '-f----------', userTurn: '---------u--' };

describe('an eager end', () => {
  it('comes with a verdict from the eager threshold on, and ends no turn', () => {
    expect(
      eagerEnds(
        ASKED,
        asked(() => of({ over: 0.3 })),
      ),
    ).toEqual([3]);
    expect(
      eagerEnds(
        ASKED,
        asked(() => of({ over: 0.29 })),
      ),
    ).toEqual([]);
  });

  it('comes with each end, and alone with it if the threshold is higher or none is set', () => {
    const over = { ...ASKED, userTurn: '---u--------' };
    expect(
      eagerEnds(
        over,
        asked(() => of({ over: 0.9 })),
      ),
    ).toEqual([3]);
    expect(
      eagerEnds(
        over,
        asked(() => of({ over: 0.5 })),
        { eagerThreshold: 1 },
      ),
    ).toEqual([3]);
    expect(
      eagerEnds(
        ASKED,
        asked(() => of({ over: 0.4 })),
        { eagerThreshold: undefined },
      ),
    ).toEqual([]);
  });

  it('comes once for the words, however many verdicts follow', () => {
    const score = { ...ASKED, userTurn: '------u-----' };
    expect(
      eagerEnds(
        score,
        asked(({ cold }) => cold('gp-o', VERDICTS)),
      ),
    ).toEqual([4]);
  });

  it('comes again for other words', () => {
    const score = { activity: 's-q-----------', transcript: '-i---j--------', userTurn: '' };
    const model = asked(() => of({ over: 0.4 }));
    expect(eagerEnds({ ...score, userTurn: '-' }, model)).toEqual([3, 5]);
  });

  it('comes from a model that listens as soon as the user pauses, and decides nothing before the least pause', () => {
    const score = { activity: 's--e--------', transcript: '-f----------', userTurn: '---------u--' };
    expect(eagerEnds(score, listening('----p-------'), { minDelayMs: 6 })).toEqual([4]);
    const over = { ...score, userTurn: '------u-----' };
    expect(eagerEnds(over, listening('----o-------'), { minDelayMs: 6 })).toEqual([4]);
  });

  it('does not come from what a listening model heard before the last voice', () => {
    const score = { activity: 's-w-e-------', transcript: '-f----------', userTurn: '-----------u' };
    expect(eagerEnds(score, listening('-p---g------'))).toEqual([]);
  });

  it('is none behind the listener’s "mhm"', () => {
    expect(
      eagerEnds(
        ASKED,
        asked(() => of({ over: 0.9, backchannel: 0.8 })),
      ),
    ).toEqual([]);
  });
});
