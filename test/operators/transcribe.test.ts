import {
  concat,
  EMPTY,
  filter,
  ignoreElements,
  map,
  Observable,
  of,
  Subject,
  throwError,
  timer,
  VirtualTimeScheduler,
} from 'rxjs';
import { describe, expect, it } from 'vitest';
import { transcribe } from '../../operators/transcribe.ts';
import type { SttEvent, SttInput } from '../../src/core/ports.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { activity } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { sttEvents, transcribed } from '../support/letters.ts';
import { plays, port, createHarness } from './transcribe/score.ts';

describe('transcribe', () => {
  it('passes the words on as they come, and settles the segment with its final', () =>
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const speech = hot('s--w--e---------', activity);
      const stt = hot('   ----i---f-------', sttEvents);
      const output = '    ----i---(fd)----';

      expectObservable(speech.pipe(transcribe({ stt: port(stt) }))).toBe(output, transcribed);
      for (const input of [speech, stt]) expectSubscriptions(input.subscriptions).toBe('^');
    }));

  it('passes a provisional final on as an interim, which stands for the final, and a late final after it', () => {
    const reported = marbles((run) =>
      plays(run, { activity: 's--e------', stt: '----i-a---f', output: '----i-(jt)f' }),
    );
    expect(reported).toEqual(['stt_timeout 0']);
  });

  it('settles a segment whose provisional final is followed by a failure by that', () => {
    const reported = marbles((run) => plays(run, { activity: 's--e------', stt: '------(qx)', output: '------(jx)' }));
    expect(reported).toEqual(['provider_failed 0']);
  });

  it('reports what concerns no segment, and settles nothing by it', () => {
    const reported = marbles((run) => plays(run, { activity: '---s-e---', stt: '-r-----f', output: '-------(fd)' }));
    expect(reported).toEqual(['provider_failed undefined']);
  });

  it.each([
    ['its final', 'f', '(fd)', []],
    ['an empty answer', 'e', 'e', []],
    ['a final without text', 'v', 'e', []],
    ['its failure', 'x', 'x', ['provider_failed 0']],
  ])('settles a segment that has ended by %s, once', (_, answer, output, reported) => {
    const codes = marbles((run) =>
      plays(run, { activity: 's--e------', stt: `-----${answer}--e`, output: `-----${output}` }),
    );
    expect(codes).toEqual(reported);
  });

  it.each([
    [999, '(fd)', []],
    [1000, '(fd)', []],
    [1001, 't', ['stt_timeout 0']],
  ])('waits for an answer that comes %i ms after the end', (ms, settlement, reported) => {
    const late = settlement === 't' ? 'f' : '';
    const codes = marbles((run) =>
      plays(run, { activity: '(se)', stt: `${ms}ms f`, output: `${Math.min(ms, 1000)}ms ${settlement}${late}` }),
    );
    expect(codes).toEqual(reported);
  });

  it('names the recogniser that did not answer', () => {
    const { clock, speak, reported } = createHarness();
    speak(activity.s, activity.e);
    clock.flush();
    expect(reported[0]).toMatchObject({
      message: 'test did not answer within 1 s',
      details: { provider: 'test', segment: 0 },
    });
  });
});

describe('words', () => {
  it('of finals before the end only add up', () =>
    marbles((run) => void plays(run, { activity: 's----e---', stt: '--f-p--f-', output: '--f-f--(fd)' })));

  it('may come in several finals; the last one settles', () =>
    marbles((run) => void plays(run, { activity: 's-e----', stt: '---ppf-', output: '---ff(fd)' })));

  it('of an interim are passed on when they are new', () =>
    marbles((run) => void plays(run, { activity: 's------', stt: '-iojji-', output: '-i-j-i-' })));

  it('that come late are passed on, if they are final', () =>
    marbles((run) => void plays(run, { activity: 's-e------', stt: '---e-ifve', output: '---e--f' })));

  it('of each segment are settled for themselves, in any order', () =>
    marbles((run) => void plays(run, { activity: 's-eS-E----', stt: '------F---f', output: '------(FD)(fd)' })));
});

describe('a recogniser that fails', () => {
  it('in a segment is reported at once; the segment is settled when it ends, with the words it has', () => {
    const codes = marbles((run) => plays(run, { activity: 's------e--', stt: '-i-x-f----', output: '-i---f-x' }));
    expect(codes).toEqual(['provider_failed 0']);
  });

  it('in a segment that is settled already is reported', () => {
    const codes = marbles((run) => plays(run, { activity: 's-e---', stt: '---e-x', output: '---e' }));
    expect(codes).toEqual(['provider_failed 0']);
  });

  it('as a whole settles what has ended, and what is open when it ends', () => {
    const codes = marbles((run) => plays(run, { activity: 's-eS----E', stt: '----#', output: '----x---X' }));
    expect(codes).toEqual(['provider_failed 0']);
  });

  it('as a whole between segments concerns no segment', () => {
    const codes = marbles((run) => plays(run, { activity: '-----', stt: '--#', output: '' }));
    expect(codes).toEqual(['provider_failed undefined']);
  });

  it('when it is called settles the segment as well', () =>
    marbles(({ hot, expectObservable }) => {
      const stt = port(of(), {
        transcribe: () => {
          throw new Error('no such model');
        },
      });
      expectObservable(hot('-s-e', activity).pipe(transcribe({ stt })), '-----!').toBe('----', transcribed);
    }));
});

describe('after a break', () => {
  /** A recogniser that fails at once so many times, then works; when it was called, and its input. */
  function breaking(times: number, how: Observable<never> = throwError(() => new Error('gone'))) {
    const clock = new VirtualTimeScheduler();
    const [speech, calledAt, received]: [Subject<VadEvent>, number[], SttInput[]] = [new Subject(), [], []];
    const stt = port(of(), {
      transcribe: (input) => {
        calledAt.push(clock.now());
        return calledAt.length <= times
          ? how
          : new Observable<SttEvent>((s) => input.subscribe((i) => received.push(i)).add(s));
      },
    });
    const running = speech.pipe(transcribe({ stt, scheduler: clock })).subscribe();
    return { clock, speech, calledAt, received, running };
  }

  it.each([
    [999, 1],
    [1000, 2],
  ])('of a second the recogniser is called again (after %i ms it has been called %i times)', (ms, times) => {
    const { clock, calledAt } = breaking(1);
    clock.maxFrames = ms;
    clock.flush();
    expect(calledAt).toHaveLength(times);
  });

  it('it is fed from the next segment on', () => {
    const { clock, speech, received } = breaking(1);
    speech.next(activity.s);
    clock.flush();
    for (const event of [activity.w, activity.e, activity.S, activity.E]) speech.next(event);
    expect(received).toEqual([
      { kind: 'start', segment: 1 },
      { kind: 'end', segment: 1 },
    ]);
  });

  it('without an error, too: a recogniser that ends before the session is called again', () => {
    const { clock, calledAt } = breaking(2, EMPTY);
    clock.flush();
    expect(calledAt).toEqual([0, 1000, 2000]);
  });

  it('and ten thousand more it is as well as new', () => {
    const { clock, speech, calledAt, received } = breaking(10_000);
    clock.maxFrames = Number.POSITIVE_INFINITY;
    clock.flush();
    speech.next(activity.s);
    expect([calledAt.length, received.length]).toEqual([10_001, 1]);
  });

  it('no call waits once the session has unsubscribed', () => {
    const { clock, running } = breaking(1);
    expect(clock.actions).toHaveLength(1);
    running.unsubscribe();
    expect(clock.actions).toEqual([]);
  });
});

describe('the end', () => {
  it('comes when activity has ended and all is answered', () =>
    marbles(({ hot, cold, expectObservable }) => {
      const stt = port(cold('---f|', sttEvents), { finalTimeoutMs: 7 });
      expectObservable(hot('s-e|', activity).pipe(transcribe({ stt }))).toBe('---(fd|)', transcribed);
    }));

  it('does not call a recogniser again that has ended with its input', () => {
    let calledAt = 0;
    const stt = port(of(), {
      transcribe: (input) => {
        calledAt += 1;
        return input.pipe(ignoreElements());
      },
    });
    const clock = new VirtualTimeScheduler();
    let completed = false;
    concat(of(activity.s, activity.e), timer(5, clock).pipe(ignoreElements()))
      .pipe(transcribe({ stt, scheduler: clock }))
      .subscribe({ complete: () => (completed = true) });
    clock.flush();
    expect([calledAt, completed, clock.actions]).toEqual([1, true, []]);
  });

  it('unsubscribing closes the recogniser, its timers and its input', () =>
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const speech = hot('s-e---', activity);
      const stt = hot('   ------', sttEvents);
      expectObservable(speech.pipe(transcribe({ stt: port(stt) })), '^---!').toBe('-');
      for (const input of [speech, stt]) expectSubscriptions(input.subscriptions).toBe('^---!');
    }));

  it('unsubscribing leaves no timer', () => {
    const { clock, speak, close, output } = createHarness();
    speak(activity.s, activity.e);
    expect(clock.actions).toHaveLength(1);
    close();
    expect([clock.actions, output]).toEqual([[], []]);
  });

  it('an error of the input passes', () =>
    marbles((run) => void plays(run, { activity: 's-#', stt: '', output: '--#' })));
});

it('a recogniser may answer in the instant in which it is called', () =>
  marbles(({ hot, expectObservable }) => {
    const stt = port(of(), {
      transcribe: (input) =>
        input.pipe(
          filter(({ kind }) => kind === 'end'),
          map(() => sttEvents['f'] as SttEvent),
        ),
    });
    expectObservable(hot('s--e', activity).pipe(transcribe({ stt })), '----!').toBe('---(fd)', transcribed);
  }));
