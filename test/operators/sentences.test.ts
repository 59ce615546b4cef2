import { of, Subject, VirtualTimeScheduler, type Subscription } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { sentences, type SentencesOptions } from '../../operators/sentences.ts';
import { collect, en, pieces } from './sentences/pieces.ts';

const marbles = (score: Parameters<TestScheduler['run']>[0]): unknown =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(score);

describe('sentences', () => {
  it('emits a sentence once the text after it shows that it ended', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const text = cold('     a---b----c--------|', { a: 'Hi! It', b: ' costs 3.', c: '50. Good' });
      const pieces = '        x--------y--------(z|)';
      const subscription = '  ^-----------------!';

      expectObservable(text.pipe(sentences(en))).toBe(pieces, { x: 'Hi! ', y: 'It costs 3.50. ', z: 'Good' });
      expectSubscriptions(text.subscriptions).toBe(subscription);
    }));

  it('keeps every character, leading and trailing whitespace too', () => {
    expect(pieces('  One. \n\n Two.  ')).toEqual(['  One. \n\n ', 'Two.  ']);
  });

  it('of nothing makes nothing, of whitespace alone one piece', () => {
    expect(pieces('')).toEqual([]);
    expect(pieces(' \n ')).toEqual([' \n ']);
  });

  it('ends a piece at a line break', () => {
    expect(pieces('Steps:\n1. Open the door.\n2. Close it.\n\n- milk\n- eggs')).toEqual([
      'Steps:\n',
      '1. Open the door.\n',
      '2. Close it.\n\n',
      '- milk\n',
      '- eggs',
    ]);
  });

  it('ends a piece at a line break at once, even after an abbreviation', () =>
    marbles(({ cold, expectObservable }) => {
      const text = cold('a--b--|', { a: 'Milk, etc.\n3', b: ' eggs' });
      expectObservable(text.pipe(sentences(en))).toBe('x-----(y|)', { x: 'Milk, etc.\n', y: '3 eggs' });
    }));

  it('on completion knows the last sentences', () => {
    expect(pieces('Take these. 3')).toEqual(['Take these. ', '3']);
  });

  it('on an error emits whole sentences, drops the fragment and passes the error', () =>
    marbles(({ cold, expectObservable }) => {
      const whole = cold('     a--#', { a: 'One. Two.' });
      const fragment = cold('  a--#', { a: 'One. Tw' });
      expectObservable(whole.pipe(sentences(en))).toBe('x--(y#)', { x: 'One. ', y: 'Two.' });
      expectObservable(fragment.pipe(sentences(en))).toBe('x--#', { x: 'One. ' });
    }));

  it('gives two subscribers two independent results', () => {
    const out = of('One. Tw', 'o. Three').pipe(sentences(en));
    const heard = [0, 1].map(() => collect(out));
    expect(heard).toEqual([
      ['One. ', 'Two. ', 'Three'],
      ['One. ', 'Two. ', 'Three'],
    ]);
  });

  it.each([{ stallMs: -1 }, { stallMs: Number.POSITIVE_INFINITY }, { maxChars: 0 }, { language: 'not a tag' }])(
    'refuses %o',
    (wrong) => {
      expect(() => sentences({ ...en, ...wrong })).toThrow(expect.objectContaining({ code: 'usage_invalid' }));
    },
  );
});

describe('a stall', () => {
  it.each([
    [999, '   x 998ms y---------(z|)', { x: 'One. ', y: 'Two three. ', z: 'Four' }],
    [1000, '  x 999ms y---------(z|)', { x: 'One. ', y: 'Two three. ', z: 'Four' }],
    [1001, '  w 999ms xy---------(z|)', { w: 'One. ', x: 'Two ', y: 'three. ', z: 'Four' }],
  ])('with the next delta %d ms after the last', (gap, expected, values) => {
    marbles(({ hot, expectObservable }) => {
      const text = hot(`a ${gap - 1}ms b---------|`, { a: 'One. Two thr', b: 'ee. Four' });
      expectObservable(text.pipe(sentences(en))).toBe(expected, values);
    });
  });

  it('emits whole words, once', () =>
    marbles(({ cold, expectObservable }) => {
      const text = cold('  a 4999ms b|', { a: 'Let me look that up for y', b: 'ou' });
      expectObservable(text.pipe(sentences(en))).toBe('1s x 3999ms -(y|)', { x: 'Let me look that up for ', y: 'you' });
    }));

  it('is counted from the last delta; an empty one is none', () =>
    marbles(({ cold, expectObservable }) => {
      const text = cold('  a 599ms b 599ms c 4s |', { a: 'One tw', b: 'o thr', c: '' });
      expectObservable(text.pipe(sentences(en))).toBe('1600ms x 3600ms (y|)', { x: 'One two ', y: 'thr' });
    }));

  it('before the first delta does nothing', () =>
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold('5s a|', { a: 'Hi' }).pipe(sentences(en))).toBe('5s -(x|)', { x: 'Hi' });
    }));

  it('of another length can be chosen', () =>
    marbles(({ cold, expectObservable }) => {
      const text = cold('a 5s |', { a: 'One two' });
      expectObservable(text.pipe(sentences({ ...en, stallMs: 200 }))).toBe('200ms x 4800ms (y|)', {
        x: 'One ',
        y: 'two',
      });
    }));

  it.each([
    ['One moment.', 'One moment.'],
    ['One moment, ', 'One moment, '],
    ['Is it “yes”', 'Is it “yes”'],
    ['He said "', 'He said '],
    ["I don'", 'I '],
    ['It costs 3', 'It costs '],
    ['It costs 3.', 'It costs '],
    ['It costs 3. ', 'It costs '],
    ['It costs 1,', 'It costs '],
    ['At 12:', 'At '],
    ['Ask J. R. ', 'Ask '],
    ['Ask Dr.', 'Ask '],
    ['Hel', undefined],
    [' ', undefined],
  ])('after "%s" emits "%s"', (text, whole) => {
    expect(afterStall(text, en)).toEqual(whole === undefined ? [] : [whole]);
  });

  it.each([
    ['ja', '今日は天気がいい', /^今日は天気が/],
    ['zh', '我可以帮你预订', /^我可以帮你/],
    ['th', 'ผมชื่อโอม', /^ผมชื่อ$/],
    ['zh', '你好。', /^你好。$/],
  ])('finds whole words without spaces (%s)', (language, text, whole) => {
    expect(afterStall(text, { language }).join('')).toMatch(whole);
  });

  it.each([
    ['left', (_: Subject<string>, subscription: Subscription): void => subscription.unsubscribe()],
    ['completed', (text: Subject<string>): void => text.complete()],
    ['failed', (text: Subject<string>): void => text.error('gone')],
  ])('leaves no timer behind when the reply is %s', (_, end) => {
    const scheduler = new VirtualTimeScheduler();
    const text = new Subject<string>();
    const subscription = text.pipe(sentences({ ...en, scheduler })).subscribe({ error: () => {} });
    text.next('One two');
    expect(scheduler.actions).toHaveLength(1);
    end(text, subscription);
    expect(scheduler.actions).toEqual([]);
    expect(text.observed).toBe(false);
  });
});

/** What is let go by the stall after `text`. */
function afterStall(text: string, options: SentencesOptions): string[] {
  const scheduler = new VirtualTimeScheduler();
  const deltas = new Subject<string>();
  const out: string[] = [];
  deltas.pipe(sentences({ ...options, scheduler })).subscribe((piece) => out.push(piece));
  deltas.next(text);
  scheduler.flush();
  return out;
}
