import {
  concat,
  map,
  of,
  Subject,
  throwError,
  VirtualTimeScheduler,
  type SchedulerAction,
  type Subscription,
} from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { pace } from '../../operators/pace.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import { audio, brief, ended, marbles, play, SHORT, SPEECH, started } from './pace/score.ts';

/** Its timers fire 7 ms late. */
class LateScheduler extends TestScheduler {
  override schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T): Subscription {
    const run = function (this: SchedulerAction<T>, given?: T): void {
      const schedule = (next?: T, wait = 0): Subscription => this.schedule(next, wait + 7);
      work.call(Object.create(this, { schedule: { value: schedule } }), given);
    };
    return super.schedule(run, delay + 7, state);
  }
}

describe('pace', () => {
  it('sends speech at the speed at which it is heard, a short lead ahead', () => {
    marbles(({ hot, expectObservable }) => {
      const speech = hot('-s-a--e----------|', SPEECH);
      const commands = '  ---(sff)f----(fe)|';
      const values = { s: 'u start', f: 'u 5', e: 'u end 20' };
      expectObservable(speech.pipe(pace(SHORT), map(brief))).toBe(commands, values);
    });
  });

  it('takes the first frames that start within 200 ms at once, and each further one 200 ms before it starts', () => {
    const eleven = Array.from({ length: 11 }, () => 'u 480').join(', ');
    expect(play({ speech: [started(), audio(300, 'u', 24_000), ended()] }, {})).toEqual([
      `0: u start, ${eleven}`,
      '20: u 480',
      '40: u 480',
      '60: u 480',
      '80: u 480, u end 7200',
    ]);
  });

  it('cuts frames across the borders of what came, and sends what is there rather than wait for more', () => {
    const speech = [started(), audio(7), audio(7), audio(7), ended()];
    const options = { leadMs: 0, frameMs: 10 };
    expect(play({ speech }, options)).toEqual(['0: u start, u 7', '7: u 10', '17: u 4, u end 21']);
  });

  it('plays utterances in order, one after the other without a gap', () => {
    expect(play({ speech: '(sSFEae)' })).toEqual([
      '0: u start, u 5, u 5',
      '5: u 5',
      '10: u 5, u end 20',
      '15: v start, v 5, v end 5',
    ]);
  });

  it('sends nothing for an utterance without audio', () => {
    expect(play({ speech: [started(), audio(0), ended(), started('v'), audio(5, 'v'), ended('v')] })).toEqual([
      '0: v start, v 5, v end 5',
    ]);
  });

  it('ends an utterance when its last sample has left, or later when its end is known later', () => {
    expect(play({ speech: 'sf 50ms e' })).toEqual(['1: u start, u 5', '52: u end 5']);
  });

  it('begins anew with what comes after a silence', () => {
    expect(play({ speech: 'sf 50ms fff' })).toEqual(['1: u start, u 5', '52: u 5', '53: u 5', '57: u 5']);
  });

  it('does not drift in a minute of timers that are all 7 ms late', () => {
    const clock = new LateScheduler(() => {});
    const left: number[] = [];
    clock.run(({ flush }) => {
      const speech = of(started(), audio(60_000, 'u', 8000), ended());
      speech.pipe(pace({ scheduler: clock })).subscribe(() => left.push(clock.now()));
      flush();
    });
    expect(left).toHaveLength(3002);
    expect(left.at(-1)).toBe(59_980 - 200 + 7);
  });

  it('ignores the words, marks and text of speech', () => {
    const text: SpeechEvent = { kind: 'text', utterance: 'u', text: 'Hello.' };
    const words: SpeechEvent = { kind: 'words', utterance: 'u', words: [] };
    const mark: SpeechEvent = { kind: 'mark', utterance: 'u', chars: 6 };
    expect(play({ speech: [started(), text, audio(5), words, mark, ended()] })).toEqual(['0: u start, u 5, u end 5']);
  });
});

describe('pace, as an operator', () => {
  it('emits the first audio in the tick in which it comes', () => {
    const seen: string[] = [];
    const speech = new Subject<SpeechEvent>();
    const running = speech.pipe(pace(), map(brief)).subscribe((command) => seen.push(command));
    speech.next(started());
    speech.next(audio(5));
    expect(seen).toEqual(['u start', 'u 5']);
    running.unsubscribe();
  });

  it('ends when its source has ended and all has left, what had no end included', () => {
    marbles(({ hot, expectObservable }) => {
      const values = { s: 'u start', f: 'u 5', e: 'u end 20' };
      expectObservable(hot('(sa|)', SPEECH).pipe(pace(SHORT), map(brief))).toBe('(sff)f----(fe|)', values);
      expectObservable(hot('---|', SPEECH).pipe(pace(SHORT), map(brief))).toBe('---|');
    });
  });

  it('passes on at once that its source has failed', () => {
    const speech = concat(
      of(started(), audio(20)),
      throwError(() => 'gone'),
    );
    const seen: unknown[] = [];
    speech.pipe(pace(SHORT), map(brief)).subscribe({ next: (c) => seen.push(c), error: (e) => seen.push(e) });
    expect(seen).toEqual(['u start', 'u 5', 'u 5', 'gone']);
  });

  it('fails when an utterance changes its sample rate, also when nothing of it waits any more', () => {
    const seen: unknown[] = [];
    of(started(), audio(5), audio(5, 'u', 8000))
      .pipe(pace(), map(brief))
      .subscribe({ next: (c) => seen.push(c), error: (e) => seen.push(e) });
    expect(seen.slice(0, 2)).toEqual(['u start', 'u 5']);
    expect(seen[2]).toMatchObject({ code: 'usage_invalid', message: expect.stringContaining('1000 Hz, got 8000 Hz') });
  });

  it.each([
    ['takes in audio up to the bound', 20, 'u 20, u end 20'],
    ['drops what comes beyond it, to the end of the utterance', 19, 'u 15, u end 15'],
  ])('%s', (_, maxQueuedMs, sent) => {
    const score = { speech: '(sffffe)', held: 't-------f' };
    expect(play(score, { maxQueuedMs })).toEqual([`8: u start, ${sent}`]);
  });

  it('takes no more of an utterance of which something was dropped, also when there is room again', () => {
    expect(play({ speech: '(sfa) 10ms fe' }, { maxQueuedMs: 10 })).toEqual(['0: u start, u 5', '16: u end 5']);
  });

  it.each([
    ['counts all utterances together', 29, ''],
    ['takes in a further utterance up to the bound', 30, ', v start, v 5, v end 5'],
  ])('%s', (_, maxQueuedMs, further) => {
    const score = { speech: '(sfaeSFE)', held: 't--------f' };
    expect(play(score, { maxQueuedMs })).toEqual([`9: u start, u 20, u 5, u end 25${further}`]);
  });

  it.each([{ leadMs: -1 }, { leadMs: NaN }, { frameMs: 0 }, { maxQueuedMs: Infinity }])('refuses %o', (options) => {
    expect(() => pace(options)).toThrow(expect.objectContaining({ code: 'usage_invalid' }));
  });

  it('has one timer at most, and none once unsubscribed', () => {
    const clock = new VirtualTimeScheduler();
    const [speech, held, paused] = [new Subject<SpeechEvent>(), new Subject<boolean>(), new Subject<boolean>()];
    const running = speech.pipe(pace({ ...SHORT, held, paused, scheduler: clock })).subscribe();
    const timers = (input: () => void): number => {
      input();
      return clock.actions.filter(({ closed }) => !closed).length;
    };
    expect(timers(() => speech.next(started()))).toBe(0);
    expect(timers(() => speech.next(audio(20)))).toBe(1);
    expect(timers(() => speech.next(audio(20)))).toBe(1);
    expect(timers(() => held.next(true))).toBe(1);
    expect(timers(() => paused.next(true))).toBe(0);
    expect(timers(() => held.next(false))).toBe(0);
    expect(timers(() => paused.next(false))).toBe(1);
    expect(timers(() => running.unsubscribe())).toBe(0);
  });

  it('gives each subscriber a pace of its own', () => {
    marbles(({ cold, expectObservable }) => {
      const paced = cold('(sae)', SPEECH).pipe(pace(SHORT), map(brief));
      const values = { s: 'u start', f: 'u 5', e: 'u end 20' };
      expectObservable(paced).toBe('(sff)f----(fe)', values);
      expectObservable(paced, '----^').toBe('----(sff)f----(fe)', values);
    });
  });
});
