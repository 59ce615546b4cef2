import { describe, expect, it } from 'vitest';
import { createLiveLayout, selectLayout } from '../../src/draw/lanes.ts';
import { countLevels } from '../../src/draw/stackCalls.ts';
import { all, bars, draw, laneOf, texts, VIEW } from './support/drawn.ts';
import { call, timeline } from './support/things.ts';

describe('functions', () => {
  it('are named behind their bars, in the part in which they begin', () => {
    const drawn = draw({ calls: [call()] });
    expect(bars(drawn, 'function')).toEqual([[100, 100]]);
    expect(texts(drawn, 'function')).toMatchObject([{ at: 205, text: 'time' }]);
    expect(texts(draw({ calls: [call()] }, { ...VIEW, fromMs: 11_500 }), 'function')).toEqual([]);
  });

  it('are named in each row that they reach into', () => {
    const row = { ...VIEW, fromMs: 11_500, textToMs: 20_000 };
    expect(texts(draw({ calls: [call()] }, row), 'function')).toMatchObject([{ at: 55, text: 'time' }]);
    expect(texts(draw({ calls: [call()] }, { ...row, fromMs: 12_500 }), 'function')).toEqual([]);
  });

  it('that run at once have one name, and their number', () => {
    const calls = [call(), call({ id: 'c2', name: 'weather' }), call({ id: 'c3', name: 'menu' })];
    expect(texts(draw({ calls }), 'function').map(({ text }) => text)).toEqual(['time +2']);
  });

  it('of one name that run at once are named once', () => {
    const calls = [call(), call({ id: 'c2' })];
    expect(texts(draw({ calls }), 'function').map(({ text }) => text)).toEqual(['time +1']);
  });

  it('are not named over the next one', () => {
    const calls = [call(), call({ id: 'c2', fromMs: 12_100, toMs: 12_200, name: 'menu' })];
    expect(texts(draw({ calls }), 'function').map(({ text }) => text)).toEqual(['menu']);
  });

  it('show what they are when pointed at', () => {
    expect(all(draw({ calls: [call({ name: 'a<b' })] }), /class="bar function"[^>]*><title>(.*?)<\/title>/g)).toEqual([
      'a&#60;b',
    ]);
  });
});

describe('a function in the background', () => {
  const since = (sinceMs: number, toMs: number | null = 14_000) =>
    call({ toMs, background: { sinceMs, policy: 'when_idle' } });
  const titles = (drawn: string, look: string): readonly string[] =>
    all(drawn, new RegExp(`class="bar ${look}"[^>]*><title>(.*?)</title>`, 'g'));

  it('is lighter from where it goes on in the background, beyond the results of its round', () => {
    const drawn = draw({ calls: [since(12_000)] });
    expect(bars(drawn, 'function')).toEqual([[100, 100]]);
    expect(bars(drawn, 'function background')).toEqual([[200, 200]]);
  });

  it('begins with a stroke where it goes on in the background at once', () => {
    const drawn = draw({ calls: [since(11_000)] });
    expect(bars(drawn, 'function')).toEqual([[100, 2]]);
    expect(bars(drawn, 'function background')).toEqual([[100, 300]]);
  });

  it.each([
    ['when_idle', 'when idle'],
    ['interrupt', 'interrupts'],
    ['silent', 'silent'],
  ] as const)('is named in its bar, with what follows its result: %s', (policy, words) => {
    const drawn = draw({ calls: [call({ toMs: 14_000, background: { sinceMs: 12_000, policy } })] });
    expect(texts(drawn, 'function inside')).toMatchObject([{ at: 206, text: `time · ${words}` }]);
    expect(titles(drawn, 'function background')).toEqual([`time, in the background: ${words}`]);
  });

  it('is named again in each row that it reaches into, and in no other part', () => {
    const calls = [since(11_000, 19_000)];
    const row = { ...VIEW, fromMs: 12_000, textToMs: 20_000 };
    expect(texts(draw({ calls }, row), 'function inside')).toMatchObject([{ at: 6, text: 'time · when idle' }]);
    expect(texts(draw({ calls }, { ...VIEW, fromMs: 12_000 }), 'function inside')).toEqual([]);
  });

  it('grows up to now while it runs', () => {
    expect(bars(draw({ calls: [since(12_000, null)] }), 'function background')).toEqual([[200, 300]]);
  });

  it('has a stroke where it reported its progress, with the report', () => {
    const background = { sinceMs: 11_000, policy: 'silent', progress: [{ atMs: 13_000, text: 'half' }] } as const;
    const drawn = draw({ calls: [call({ toMs: 14_000, background })] });
    expect(bars(drawn, 'function progress')).toEqual([[300, 2]]);
    expect(titles(drawn, 'function progress')).toEqual(['half']);
    expect(draw({ calls: [call({ toMs: 14_000, background })] }, { ...VIEW, fromMs: 13_500 })).not.toContain('half');
  });
});

describe('functions that run at the same time', () => {
  const running = (id: string, fromMs: number, toMs: number | null) =>
    call({ id, name: id, fromMs, toMs, background: { sinceMs: fromMs, policy: 'silent' } });
  const calls = [
    running('a', 11_000, 15_000),
    call({ id: 'b', name: 'b', fromMs: 11_000, toMs: 11_500 }),
    running('c', 12_000, 14_000),
    running('d', 15_500, 16_000),
  ];
  const layout = createLiveLayout(countLevels(calls));
  const { top } = laneOf('functions', layout);

  it('lie one below the other, and a later one takes the place of one that has ended', () => {
    const drawn = draw({ calls }, VIEW, layout);
    expect(texts(drawn, 'function(?: inside)?').map(({ text, y }) => [text, y - top])).toEqual([
      ['a · silent', 9],
      ['b', 22],
      ['c · silent', 22],
      ['d · silent', 9],
    ]);
    expect(countLevels(calls)).toBe(2);
  });

  it('make their lane higher, and only theirs', () => {
    const known = selectLayout(timeline({ calls }), 40);
    const one = selectLayout(timeline({ calls: calls.slice(0, 1) }), 40);
    expect(known.height - one.height).toBe(13);
    expect(laneOf('voice', layout).top - laneOf('voice').top).toBe(13);
  });

  it('are at most four below each other: the fifth lies over the one that ends first', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((id, n) => running(id, 11_000 + n, 19_000 - n));
    expect(countLevels(many)).toBe(4);
    expect(countLevels([])).toBe(1);
  });

  it('have one bar and their number while the model waits for all of them, also beside one in the background', () => {
    const round = [call(), call({ id: 'c2', name: 'menu' }), running('c', 11_000, 14_000)];
    expect(
      texts(draw({ calls: round }, VIEW, createLiveLayout(2)), 'function(?: inside)?').map(({ text }) => text),
    ).toEqual(['time +1', 'c · silent']);
    expect(all(draw({ calls: round }), /class="bar function"[^>]*><title>(.*?)<\/title>/g)).toEqual([
      'time, menu',
      'c',
    ]);
  });
});
