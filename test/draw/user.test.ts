import { describe, expect, it } from 'vitest';
import { LEVEL_PX } from '../../src/draw/lanes.ts';
import { all, bars, draw, drawIn, laneOf, marbles, texts, VIEW } from './support/drawn.ts';
import { window, words } from './support/things.ts';

describe('speech', () => {
  it.each([
    ['within the part', 11_000, 12_500, [[100, 150]]],
    ['from before it', 9000, 11_000, [[0, 100]]],
    ['beyond it', 19_000, 25_000, [[900, 100]]],
    ['still going on, up to now', 14_000, null, [[400, 100]]],
    ['too short to be seen, 2 px', 11_000, 11_001, [[100, 2]]],
    ['over before it', 1000, 9999, []],
    ['only after it', 20_000, 21_000, []],
  ])('is seen as VAD found it, %s', (_which, fromMs, toMs, expected) => {
    expect(bars(draw({ speech: [{ fromMs, toMs }] }), 'vad')).toEqual(expected);
  });

  it('that two parts show is seen in neither twice', () => {
    const speech = [{ fromMs: 19_999, toMs: 21_000 }];
    expect(bars(draw({ speech }, { ...VIEW, fromMs: 20_000, toMs: 30_000 }), 'vad')).toEqual([[0, 100]]);
  });

  it.each([
    ['round', 11_000, 12_000, '4'],
    ['square where it goes on before', 9000, 12_000, '0'],
    ['square where it goes on behind', 11_000, 22_000, '0'],
  ])('has ends that are %s', (_which, fromMs, toMs, rx) => {
    expect(all(draw({ speech: [{ fromMs, toMs }] }), /class="bar vad"[^>]*rx="(\d)"/g)).toEqual([rx]);
  });

  it('is that of the user for as long as there was voice, where a recording knows it', () => {
    const drawn = draw({ speech: [{ fromMs: 11_000, toMs: 12_000 }], voiced: [{ fromMs: 10_900, toMs: 11_400 }] });
    expect([bars(drawn, 'user'), bars(drawn, 'vad')]).toEqual([[[90, 50]], [[100, 100]]]);
  });

  it('is what VAD found where nothing else is known, and only sound where that is known', () => {
    const speech = [{ fromMs: 11_000, toMs: 12_000 }];
    expect(bars(draw({ speech }), 'user')).toEqual([[100, 100]]);
    expect(bars(draw({ speech, microphone: [[], [0.1]] }), 'user')).toEqual([]);
  });
});

describe('sound', () => {
  const { top, height } = laneOf('user');

  it.each([
    ['-8 dB is as high as its lane', 10 ** (-8 / 20), [`M0 ${top}h4v${height}H0Z`]],
    ['-31 dB is half as high', 10 ** (-31 / 20), [`M0 ${top + height / 4}h4v${height / 2}H0Z`]],
    ['-54 dB is not seen', 10 ** (-54 / 20), ['']],
  ])('%s', (_which, level, expected) => {
    expect(all(draw({ microphone: [[], [level]] }), /<path class="wave user" d="([^"]*)"/g)).toEqual(expected);
  });
});

describe('the windows of voice activity detection', () => {
  const columns = (drawn: string, name: string): readonly string[] =>
    all(drawn, new RegExp(`<path class="${name}" d="([^"]*)"`, 'g'));
  const { top, height } = laneOf('windows', {
    lanes: new Map([['windows', { label: '', top: 28, height: 18 }]]),
    height: 54,
  });
  const bottom = top + height;
  const close = { fromMs: 11_000, toMs: 12_000, pxPerSecond: 1000 };

  it('are as high as they are probable, and strong from the threshold on', () => {
    const windows = [window({ probability: 0.25 }), window({ fromMs: 11_032, toMs: 11_064, probability: 0.5 })];
    const drawn = drawIn(['windows'], { windows, threshold: 0.5 }, close);
    expect(columns(drawn, 'window')).toEqual([`M0 ${bottom}V${bottom - height / 4}H31V${bottom}Z`]);
    expect(columns(drawn, 'window voice')).toEqual([`M32 ${bottom}V${bottom - height / 2}H63V${bottom}Z`]);
    expect(columns(drawn, 'threshold')).toEqual([`M0 ${top + height / 2}H1000`]);
  });

  it('share a column where they are too narrow, and the most probable of them counts', () => {
    const windows = [0.2, 0.9, 0.1].map((probability, index) =>
      window({ fromMs: 11_000 + index * 32, toMs: 11_032 + index * 32, probability }),
    );
    const drawn = drawIn(['windows'], { windows, threshold: 0.5 }, { ...VIEW, pxPerSecond: 20 });
    expect(columns(drawn, 'window voice')).toEqual([
      `M20 ${bottom}V${Math.round((bottom - 0.9 * height) * 10) / 10}H22V${bottom}Z`,
    ]);
    expect(columns(drawn, 'window')).toEqual([]);
  });
});

describe('words', () => {
  it('stand where their speech began', () => {
    expect(texts(draw({ words: [words()] }), 'spoken')).toMatchObject([{ at: 100, text: 'hello' }]);
  });

  it('show that they are not final', () => {
    expect(texts(draw({ words: [words({ final: false })] }), 'spoken interim')).toHaveLength(1);
  });

  it('that come before those said earlier have room lie above them', () => {
    const drawn = texts(
      draw({ words: [words({ text: 'I would like a table' }), words({ fromMs: 11_400, text: 'for four' })] }),
      'spoken',
    );
    expect(drawn.map(({ text }) => text)).toEqual(['I would like a table', 'for four']);
    expect((drawn[0]?.y ?? 0) - (drawn[1]?.y ?? 0)).toBe(LEVEL_PX);
  });

  it('give way to the next where there is no more room, and show all when pointed at', () => {
    const wordSpans = [11_000, 11_200, 11_600].map((fromMs) => words({ fromMs, text: 'good evening everybody' }));
    const drawn = draw({ words: wordSpans });
    expect(drawn).toMatch(/<title>good evening everybody<\/title>go[^<]*…<\/text>/);
  });

  it('belong to the part in which they begin', () => {
    expect(draw({ words: [words()] }, { ...VIEW, fromMs: 11_100 })).not.toContain('hello');
  });

  it('stand at the left of a row of their own, if their speech began before it and goes on', () => {
    const row = { ...VIEW, fromMs: 11_100, textToMs: 20_000 };
    expect(texts(draw({ words: [words()] }, row), 'spoken')).toMatchObject([{ at: 0, text: 'hello' }]);
    expect(draw({ words: [words()] }, { ...row, fromMs: 11_400 })).not.toContain('hello');
  });

  it('that stand at the left of a row leave room to those that begin in it', () => {
    const wordSpans = [words({ toMs: 12_000 }), words({ fromMs: 12_000, toMs: 12_500, text: 'for four' })];
    const drawn = texts(draw({ words: wordSpans }, { ...VIEW, fromMs: 11_900, textToMs: 20_000 }), 'spoken');
    expect(drawn.map(({ at, text }) => [at, text])).toEqual([
      [0, 'hello'],
      [10, 'for four'],
    ]);
    expect(new Set(drawn.map(({ y }) => y)).size).toBe(2);
  });

  it('end where the picture does', () => {
    const [cut] = texts(draw({ words: [words({ text: 'good evening' })] }, { ...VIEW, textToMs: 11_600 }), 'spoken');
    expect(cut?.text).toMatch(/^go.*…$/);
  });

  it('have a marble for each time that they were understood anew, a full one for the last', () => {
    const drawn = draw({ words: [words({ interims: [11_200, 11_300] })] });
    expect([marbles(drawn, 'interim'), marbles(drawn, 'final')]).toEqual([[120, 130], [140]]);
  });

  it('are text, whatever they are', () => {
    expect(draw({ words: [words({ text: '<img src=x>' })] })).not.toContain('<img');
  });
});
