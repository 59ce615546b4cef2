import { NEVER, of, throwError, type Observable } from 'rxjs';
import type { RunHelpers } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { turnEnd } from '../../operators/turnEnd.ts';
import type { TurnEndOptions } from '../../operators/turnEnd/turnEndOptions.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { TurnModel, TurnPause, TurnVerdict } from '../../src/core/turnModel.ts';
import { activity, settlements, transcripts, turns, verdicts } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { speechOf } from './turnEnd/speechOf.ts';

interface Score {
  readonly activity: string;
  readonly transcript?: string;
  readonly settled?: string;
  readonly userTurn: string;
}

interface Played {
  readonly asked: TurnPause[];
  readonly ended: number[];
  readonly errors: AntiphonError[];
}

type Answer = (run: RunHelpers, pause: TurnPause, nth: number) => Observable<TurnVerdict>;

/** Plays a score in which the model is asked after 3 ms and the turn ends after 9 ms at the latest. */
function plays(score: Score, texts: readonly string[], answer: Answer, options: Partial<TurnEndOptions> = {}): Played {
  const played: Played = { asked: [], ended: [], errors: [] };
  marbles((run) => {
    const model: TurnModel = {
      kind: 'pause',
      name: 'double',
      score: (pause) => answer(run, pause, played.asked.push(pause)),
    };
    const speech = run.hot(...speechOf(score.activity));
    const transcript = run.hot(score.transcript ?? '', transcripts);
    const settled = score.settled === undefined ? {} : { settled: run.hot(score.settled, settlements) };
    const given = texts.map((text, turn): [string, UserTurn] => ['uU'[turn] ?? '', { turn, text }]);
    const delays = { minDelayMs: 3, maxDelayMs: 9, timeoutMs: 2, silenceMs: 5 };
    const collected = {
      endSegment: (n: number) => played.ended.push(n),
      report: (e: AntiphonError) => played.errors.push(e),
    };
    const turns = speech.pipe(turnEnd({ transcript, model, ...delays, ...settled, ...collected, ...options }));
    run.expectObservable(turns).toBe(score.userTurn, Object.fromEntries(given));
  });
  return played;
}

const over: Answer = () => of(verdicts.o);
const goesOn: Answer = () => of(verdicts.g);

describe('turnEnd', () => {
  it('ends the turn when the model says so', () =>
    marbles(({ hot, expectObservable }) => {
      const speech = hot('    s-m----------', activity);
      const transcript = hot('-f-----------', transcripts);
      const verdict = hot('   ------o------', verdicts);
      const userTurn = '      ------u------';

      const model: TurnModel = { kind: 'pause', name: 'double', score: () => verdict };
      expectObservable(speech.pipe(turnEnd({ transcript, model, minDelayMs: 3, maxDelayMs: 9 }))).toBe(userTurn, turns);
    }));

  it.each([
    ['goes on, if the model takes it for a backchannel', 0.5, {}, '---------u'],
    ['ends, just below the threshold', 0.49, {}, '---u'],
    ['ends, if the threshold is higher', 0.5, { backchannelThreshold: 0.6 }, '---u'],
    ['ends behind a question of the agent', 0.9, { agent: () => ({ heard: 'Shall I book it?', unsaid: '' }) }, '---u'],
    ['ends, if the words are a request', 0.9, { isRequest: (text: string) => text === 'hello there' }, '---u'],
  ])('a pause %s', (_, backchannel, options, userTurn) => {
    const score = { activity: 's-e-------', transcript: '-f--------', userTurn };
    plays(score, ['hello there'], () => of({ over: 0.9, backchannel }), options);
  });

  it.each([
    ['over', { over: Number.NaN }],
    ['over', { over: 1.1 }],
    ['backchannel', { over: 0.9, backchannel: -0.1 }],
  ])('a model whose %s is no probability is reported, and the turn ends by silence', (_, verdict) => {
    const score = { activity: 's-e-------', transcript: '-f--------', userTurn: '-----u' };
    const { errors } = plays(score, ['hello there'], () => of(verdict));
    expect(errors.map(({ code }) => code)).toEqual(['turn_model_failed']);
  });

  it('asks the model after the least pause, ends the open segment, and emits the turn when its words are known', () => {
    const score = {
      activity: '  s-q--e------',
      transcript: '-i----f-----',
      settled: '   ------f-----',
      userTurn: '  ------u-----',
    };
    const { asked, ended } = plays(score, ['hello there'], over);
    expect(ended).toEqual([0]);
    expect(asked.map(({ text, pauseMs }) => [text, pauseMs])).toEqual([
      ['hello', 3],
      ['hello there', 6],
    ]);
  });

  it('waits for the longest pause if the model says that the turn goes on', () => {
    const score = {
      activity: '  s-q--e------',
      transcript: '------f-----',
      settled: '   ------f-----',
      userTurn: '  ---------u--',
    };
    expect(plays(score, ['hello there'], goesOn).ended).toEqual([]);
  });

  it('does not ask while the user speaks', () => {
    const score = { activity: 's-w-w-w-w-', transcript: '-i--------', userTurn: '----------' };
    expect(plays(score, [], over).asked).toEqual([]);
  });

  it('does not ask without words', () => {
    const score = { activity: 's-q--e----------', settled: '------e---------', userTurn: '----------------' };
    expect(plays(score, [], over).asked).toEqual([]);
  });

  it('speech in the instant of the question makes the pause void', () => {
    const score = { activity: 's-qw----------', transcript: '-i', userTurn: '' };
    expect(plays({ ...score, activity: 's-qw' }, [], over).asked).toEqual([]);
    expect(plays({ ...score, activity: 's-q-w' }, [], over).asked).toHaveLength(1);
  });

  it('speech makes the answer void: the model is asked again at the next pause', () => {
    const score = {
      activity: '  s-q----w-q--e------',
      transcript: '-i-----------f-----',
      settled: '   -------------f-----',
      userTurn: '  -------------u-----',
    };
    const { asked } = plays(score, ['hello there'], (_, { text }) => of(text === 'hello' ? verdicts.g : verdicts.o));
    expect(asked.map(({ text }) => text)).toEqual(['hello', 'hello', 'hello there']);
  });

  it('cancels a question that is under way when the words change', () => {
    const score = {
      activity: '  s-q--e------',
      transcript: '-i--j-------',
      settled: '   ------f-----',
      userTurn: '  ------u-----',
    };
    const { asked } = plays(score, ['hello there'], ({ cold }, _, nth) =>
      nth === 1 ? cold('-g', verdicts) : of(verdicts.o),
    );
    expect(asked.map(({ text }) => text)).toEqual(['hello', 'hello there']);
  });

  it.each([
    ['late', (): Observable<TurnVerdict> => NEVER, 'it did not answer within 2 ms'],
    ['silent', (): Observable<TurnVerdict> => of(), 'it completed without an answer'],
    ['broken', (): Observable<TurnVerdict> => throwError(() => new Error('no memory')), 'no memory'],
    [
      'throwing',
      (): Observable<TurnVerdict> => {
        throw new Error('no model');
      },
      'no model',
    ],
  ])('a model that is %s is reported, and the turn ends by silence', (_, answer, reason) => {
    const score = {
      activity: '  s-e---------',
      transcript: '-f----------',
      userTurn: '  -----u------',
    };
    const { errors } = plays(score, ['hello there'], answer);
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      ['turn_model_failed', `the turn model double failed: ${reason}; the turn ends by silence`],
    ]);
  });

  it('a later answer of the model replaces the one before', () => {
    const score = { activity: 's-e---------', transcript: '-f----------', userTurn: '------u-----' };
    plays(score, ['hello there'], ({ cold }) => cold('g--o', verdicts));
  });

  it.each([
    ['en-GB', 0.95, '---------u--'],
    ['fr', 0.5, '   ---u--------'],
  ])('compares with the threshold of the language: %s', (language, _, userTurn) => {
    const score = { activity: 's-e---------', transcript: '-f----------', userTurn: userTurn.trim() };
    plays(score, ['hello there'], over, { language, thresholds: { en: 0.95 } });
  });

  it('completes when its inputs have completed and the turn has ended', () => {
    const score = { activity: 's-e|', transcript: '-f|', userTurn: '---(u|)' };
    plays(score, ['hello there'], over);
  });

  it('takes the latest verdict of a model that listens, if it came after the last voice', () =>
    marbles(({ hot, expectObservable }) => {
      const speech = hot('    s-m----------', activity);
      const transcript = hot('-f-----------', transcripts);
      const heard = hot('     o---g---o----', verdicts);
      const userTurn = '      --------u----';

      const model: TurnModel = { kind: 'streaming', name: 'double', listen: () => heard };
      expectObservable(speech.pipe(turnEnd({ transcript, model, minDelayMs: 3, maxDelayMs: 9 }))).toBe(userTurn, turns);
    }));

  it('ends turns by silence when a model that listens has failed', () => {
    const errors: string[] = [];
    marbles(({ hot, expectObservable }) => {
      const speech = hot('    s-m----------', activity);
      const transcript = hot('-f-----------', transcripts);
      const heard = hot('     ---#', verdicts);
      const userTurn = '      -------u-----';

      const model: TurnModel = { kind: 'streaming', name: 'double', listen: () => heard };
      const options = {
        transcript,
        model,
        minDelayMs: 3,
        silenceMs: 5,
        report: (e: AntiphonError) => errors.push(e.code),
      };
      expectObservable(speech.pipe(turnEnd(options))).toBe(userTurn, turns);
    });
    expect(errors).toEqual(['turn_model_failed']);
  });

  it('gives a model the latest audio, at 16 kHz', () => {
    let audio: Int16Array | undefined;
    marbles(({ hot, cold }) => {
      const frames = { a: { samples: new Int16Array(480).fill(1000), sampleRate: 48_000 } };
      const model: TurnModel = {
        kind: 'pause',
        name: 'double',
        score: (pause) => {
          audio = pause.audio();
          return cold('o', verdicts);
        },
      };
      const options = { model, transcript: hot('-f', transcripts), audio: hot('aa----a', frames), minDelayMs: 3 };
      hot('s-m', activity).pipe(turnEnd(options)).subscribe();
    });
    expect(audio?.length).toBe(320 - 16);
    expect(audio?.at(160)).toBeCloseTo(1000, -2);
  });

  it('gives a model the audio of the turn, from 0.5 s before its first voice', () => {
    const lengths: number[] = [];
    marbles(({ hot }) => {
      const frames = { a: { samples: new Int16Array(32_000), sampleRate: 16_000 } };
      const model: TurnModel = {
        kind: 'pause',
        name: 'double',
        score: ({ audio }) => {
          lengths.push(audio().length / 16);
          return of(verdicts.o);
        },
      };
      const options = { model, transcript: hot('-f', transcripts), audio: hot('a', frames), minDelayMs: 3 };
      hot('s-m', activity).pipe(turnEnd(options)).subscribe();
    });
    expect(lengths).toHaveLength(1);
    expect(lengths[0]).toBeGreaterThanOrEqual(505);
    expect(lengths[0]).toBeLessThan(600);
  });

  it('does not listen for a model that uses no audio', () =>
    marbles(({ hot, expectSubscriptions, flush }) => {
      const audio = hot<never>('-----');
      const model: TurnModel = { kind: 'pause', name: 'double', usesAudio: false, score: () => of(verdicts.o) };
      hot('s-m', activity)
        .pipe(turnEnd({ model, audio, transcript: hot('-f', transcripts) }))
        .subscribe();
      flush();
      expectSubscriptions(audio.subscriptions).toBe([]);
    }));

  it('stops the model when it is unsubscribed from', () =>
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const answer = cold('----o', verdicts);
      const model: TurnModel = { kind: 'pause', name: 'double', score: () => answer };
      const speech = hot(...speechOf('s-e---------'));
      const transcript = hot('-f----------', transcripts);
      const options = { transcript, model, minDelayMs: 3, timeoutMs: 9 };
      expectObservable(speech.pipe(turnEnd(options)), '^----!').toBe('------');
      expectSubscriptions(answer.subscriptions).toBe('---^-!');
    }));
});
