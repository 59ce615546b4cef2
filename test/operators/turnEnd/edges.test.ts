import { of, throwError, type Observable } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { turnEnd } from '../../../operators/turnEnd.ts';
import type { TurnEndOptions } from '../../../operators/turnEnd/turnEndOptions.ts';
import type { UserTurn } from '../../../src/core/speech.ts';
import type { TurnModel, TurnPause, TurnVerdict } from '../../../src/core/turnModel.ts';
import { activity, settlements, transcripts, turns, verdicts } from '../../../src/testing/fixtures.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { speechOf } from './speechOf.ts';

interface Score {
  readonly activity: string;
  readonly transcript: string;
  readonly settled?: string;
  readonly userTurn: string;
}

/** Plays a score in which the model is asked after 3 ms and the turn ends after 9 ms at the latest. */
function plays(
  score: Score,
  answer: (pause: TurnPause) => Observable<TurnVerdict>,
  options: Partial<TurnEndOptions> = {},
): void {
  marbles(({ hot, expectObservable }: RunHelpers) => {
    const model: TurnModel = { kind: 'pause', name: 'double', score: answer };
    const given: UserTurn = { turn: 0, text: 'hello there' };
    const delays = { minDelayMs: 3, maxDelayMs: 9, timeoutMs: 2, silenceMs: 5 };
    // A final comes before its settlement.
    const transcript = hot(score.transcript, transcripts);
    const settled = score.settled === undefined ? {} : { settled: hot(score.settled, settlements) };
    const speech = hot(...speechOf(score.activity));
    expectObservable(speech.pipe(turnEnd({ transcript, model, ...delays, ...settled, ...options }))).toBe(
      score.userTurn,
      { u: given },
    );
  });
}

const goesOn = (): Observable<TurnVerdict> => of(verdicts.g);
const over = (): Observable<TurnVerdict> => of(verdicts.o);

describe('the longest pause', () => {
  it('counts from the last voice with words: a sound without them does not prolong it', () => {
    plays(
      {
        activity: '  s-e-s-e--------',
        transcript: '-f--------------',
        settled: '   -f-----E--------',
        userTurn: '  ---------u------',
      },
      goesOn,
    );
  });

  it('is not waited for while a noise goes on', () => {
    plays(
      {
        activity: '  s-e-s-w-w-w-w-w-',
        transcript: '-f--------------',
        settled: '   -f----N---------',
        userTurn: '  ---------u------',
      },
      goesOn,
    );
  });
});

describe('the verdict of a model', () => {
  it('is void once the words are others: a turn that was over with the interim goes on with the final', () => {
    plays(
      {
        activity: '  s-q--e------',
        transcript: '-i----f-----',
        settled: '   ------f-----',
        userTurn: '  ---------u--',
      },
      ({ text }) => (text === 'hello' ? over() : goesOn()),
    );
  });

  it.each([
    ['its own threshold, before that of its language', 'en-GB', { en: 0.3, 'en-GB': 0.95 }, '---------u--'],
    ['that of its language', 'en-US', { en: 0.3, 'en-GB': 0.95 }, '---u--------'],
  ])('is compared with a tag’s: %s', (_, language, thresholds, userTurn) => {
    plays({ activity: 's-e---------', transcript: '-f----------', userTurn }, over, { language, thresholds });
  });
});

describe('a model that listens', () => {
  it.each([
    [
      'in the instant of the last voice knows nothing of the pause: silence ends the turn',
      '--o----------',
      '-------u-----',
    ],
    ['a moment later does', '---o---------', '-----u-------'],
  ])('and answers %s', (_, heard, userTurn) =>
    marbles(({ hot, expectObservable }) => {
      const speech = hot('    s-m----------', activity);
      const transcript = hot('-f-----------', transcripts);
      const verdict = hot(heard, verdicts);
      const model: TurnModel = { kind: 'streaming', name: 'double', listen: () => verdict };
      const delays = { minDelayMs: 3, maxDelayMs: 9, timeoutMs: 2, silenceMs: 5 };
      expectObservable(speech.pipe(turnEnd({ transcript, model, ...delays }))).toBe(userTurn, turns);
    }),
  );
});

describe('a model that is asked', () => {
  it('and fails leaves the end of the segment to the VAD', () => {
    const ended: number[] = [];
    const score = {
      activity: '  s-q----e----',
      transcript: '-i------f----',
      settled: '   --------f----',
      userTurn: '  --------u----',
    };
    const fails = (): Observable<TurnVerdict> => throwError(() => new Error('no memory'));
    plays(score, fails, { endSegment: (segment) => ended.push(segment) });
    expect(ended).toEqual([]);
  });

  it('loads what it needs when it is subscribed to, before anybody speaks', () => {
    let loads = 0;
    const model: TurnModel = { kind: 'pause', name: 'double', warmUp: () => void (loads += 1), score: over };
    marbles(({ hot, expectObservable }) => {
      const speech = hot(...speechOf('----------'));
      expectObservable(speech.pipe(turnEnd({ transcript: hot('-', transcripts), model }))).toBe('----------');
    });
    expect(loads).toBe(1);
  });

  it.each([
    [7496, 7999],
    [7497, 8000],
    [7498, 8000],
    [20_000, 8000],
  ])(
    'gets the audio of a turn with %i ms of voice from 0.5 s before it on, at most the last 8 s: %i ms',
    (voicedMs, lengthMs) => {
      let heard: Int16Array | undefined;
      marbles(({ hot }) => {
        // 25 s, counted in seconds, with another last sample.
        const samples = Int16Array.from({ length: 400_000 }, (_, n) => (n === 399_999 ? -1 : Math.floor(n / 16_000)));
        const audio = hot('a', { a: { samples, sampleRate: 16_000 } });
        const score = (pause: TurnPause): Observable<TurnVerdict> => {
          heard = pause.audio();
          return over();
        };
        const model: TurnModel = { kind: 'pause', name: 'double', score };
        const measured = { segment: 0, atMs: voicedMs, voicedMs, lastVoicedMs: voicedMs };
        const speech = hot('s-m', {
          s: { kind: 'started', ...measured, audio: [] },
          m: { kind: 'ended', ...measured, by: 'mute' },
        } as const);
        speech.pipe(turnEnd({ model, audio, transcript: hot('-f', transcripts), minDelayMs: 3 })).subscribe();
      });
      expect(heard?.length).toBe(lengthMs * 16);
      expect([heard?.at(0), heard?.at(-1)]).toEqual([Math.floor((25_000 - lengthMs) / 1000), -1]);
    },
  );

  it('hears nothing more once it is unsubscribed from', () =>
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const audio = hot<never>('----------');
      const model: TurnModel = { kind: 'pause', name: 'double', score: over };
      const speech = hot(...speechOf('----------'));
      expectObservable(speech.pipe(turnEnd({ transcript: hot('-', transcripts), model, audio })), '^----!').toBe(
        '------',
      );
      expectSubscriptions(audio.subscriptions).toBe('^----!');
    }));
});
