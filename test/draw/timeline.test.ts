import { describe, expect, it } from 'vitest';
import { HEIGHT, LANES, middle } from '../../src/draw/lanes.ts';
import type { Timeline } from '../../src/draw/model.ts';
import { emptyTimeline } from '../../src/draw/model.ts';
import type { View } from '../../src/draw/timeline.ts';
import { drawTimeline } from '../../src/draw/timeline.ts';

/** 1 px is 10 ms. */
const VIEW: View = { fromMs: 10_000, toMs: 20_000, pxPerSecond: 100 };

function draw(changes: Partial<Timeline>, view: View = VIEW): string {
  return drawTimeline({ ...emptyTimeline, nowMs: 15_000, ...changes }, view);
}

/** The first group of each match. */
function all(drawn: string, pattern: RegExp): readonly string[] {
  return [...drawn.matchAll(pattern)].map(([, group = '']) => group);
}

/** From where to where the bars of a class reach, in px. */
function bars(drawn: string, name: string): readonly (readonly [from: number, width: number])[] {
  const found = drawn.matchAll(
    new RegExp(`<rect class="bar ${name}" x="([\\d.]+)" y="[\\d.]+" width="([\\d.]+)"`, 'g'),
  );
  return [...found].map(([, x, width]) => [Number(x), Number(width)]);
}

/** From where to where the strokes of a wave reach, as they stand in its path. */
function strokes(drawn: string, name: string): readonly string[] {
  return all(drawn, new RegExp(`<path class="wave ${name}" d="([^"]*)"`, 'g'));
}

describe('the axis', () => {
  it('is as wide as the time that it shows', () => {
    expect(draw({})).toContain(`viewBox="0 0 1000 ${HEIGHT}" width="1000" height="${HEIGHT}"`);
  });

  it('is a picture of its own, that can stand in a file', () => {
    expect(draw({})).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" class="timeline" .*<\/svg>$/);
  });

  it('has a tick each second and a figure at every fifth', () => {
    const drawn = draw({});
    expect(all(drawn, /M([\d.]+) 1[48]V22/g)).toEqual([
      '0',
      '100',
      '200',
      '300',
      '400',
      '500',
      '600',
      '700',
      '800',
      '900',
    ]);
    expect(all(drawn, /class="figure"[^>]*>([^<]*)/g)).toEqual(['10 s', '15 s']);
    expect(all(drawn, /class="figure" x="([^"]*)"/g)).toEqual(['3', '503']);
  });

  it('keeps whole seconds where it begins between them', () => {
    expect(all(draw({}, { ...VIEW, fromMs: 14_500, toMs: 16_001 }), /M([\d.]+) 1[48]V22/g)).toEqual(['50', '150']);
  });

  it('counts minutes from the first on', () => {
    expect(all(draw({}, { ...VIEW, fromMs: 55_000, toMs: 66_000 }), /class="figure"[^>]*>([^<]*)/g)).toEqual([
      '55 s',
      '1:00',
      '1:05',
    ]);
  });
});

describe('bars', () => {
  it.each([
    ['within the part', 11_000, 12_500, [[100, 150]]],
    ['from before it', 9000, 11_000, [[0, 100]]],
    ['beyond it', 19_000, 25_000, [[900, 100]]],
    ['still going on, up to now', 14_000, null, [[400, 100]]],
    ['too short to be seen, 2 px', 11_000, 11_001, [[100, 2]]],
    ['over before it', 1000, 9999, []],
    ['only after it', 20_000, 21_000, []],
  ])('show speech %s', (_which, fromMs, toMs, expected) => {
    expect(bars(draw({ speech: [{ fromMs, toMs }] }), 'voice')).toEqual(expected);
  });

  it('of two parts that meet show no moment twice', () => {
    const speech = [{ fromMs: 19_999, toMs: 21_000 }];
    const next = { ...VIEW, fromMs: 20_000, toMs: 30_000 };
    expect(bars(draw({ speech }, next), 'voice')).toEqual([[0, 100]]);
  });

  it('tell an utterance that was cut from one that was not', () => {
    const utterances = [
      { utterance: 'u1', fromMs: 10_000, toMs: 11_000, cut: false },
      { utterance: 'u2', fromMs: 12_000, toMs: 13_000, cut: true },
    ];
    const drawn = draw({ utterances });
    expect([bars(drawn, 'utterance'), bars(drawn, 'utterance cut')]).toEqual([[[0, 100]], [[200, 100]]]);
  });
});

describe('sound', () => {
  it.each([
    ['-8 dB is as high as its lane', 10 ** (-8 / 20), ['M2.5 26V70']],
    ['-31 dB is half as high', 10 ** (-31 / 20), ['M2.5 37V59']],
    ['-54 dB is not seen', 10 ** (-54 / 20), ['']],
  ])('%s', (_which, level, expected) => {
    const microphone = [[], [level]];
    expect(strokes(draw({ microphone }), 'microphone')).toEqual(expected);
  });

  it('of the agent stands in its own lane', () => {
    const [drawn] = strokes(draw({ loudspeaker: [[], [1]] }), 'agent');
    const { top, height } = LANES.agent;
    expect(drawn).toBe(`M2.5 ${top}V${top + height}`);
  });
});

describe('words', () => {
  const hello = { utterance: 's0', text: 'hello', final: true, fromMs: 11_000, toMs: 11_400 };

  it('stand where their speech began', () => {
    expect(draw({ words: [hello] })).toMatch(/<text class="words" x="100"[^>]*><title>hello<\/title>hello<\/text>/);
  });

  it('show that they are not final', () => {
    expect(draw({ words: [{ ...hello, final: false }] })).toContain('class="words interim"');
  });

  it('give way to the next, and say all when pointed at', () => {
    const next = { ...hello, utterance: 's1', fromMs: 11_400 };
    expect(draw({ words: [{ ...hello, text: 'good evening' }, next] })).toContain(
      '<title>good evening</title>good…</text>',
    );
  });

  it('belong to the part in which they begin', () => {
    expect(draw({ words: [hello] }, { ...VIEW, fromMs: 11_100 })).not.toContain('hello');
  });

  it('are text, whatever they are', () => {
    expect(draw({ words: [{ ...hello, text: '<img src=x>' }] })).not.toContain('<img');
  });
});

describe('the model', () => {
  const reply = { turn: 1, fromMs: 11_000, toMs: 14_000, textAtMs: 12_000, reason: 'complete' } as const;

  it('is hollow while it thinks and full from its first words on', () => {
    const drawn = draw({ replies: [reply] });
    expect(bars(drawn, 'model complete thinking')).toEqual([[100, 100]]);
    expect(bars(drawn, 'model complete writing')).toEqual([[200, 200]]);
  });

  it('is hollow all the time if no words came', () => {
    const drawn = draw({ replies: [{ ...reply, textAtMs: null, reason: 'superseded' }] });
    expect(bars(drawn, 'model superseded thinking')).toEqual([[100, 300]]);
    expect(drawn).not.toContain('writing');
  });

  it('grows up to now while it is at work', () => {
    expect(bars(draw({ replies: [{ ...reply, toMs: null, reason: null }] }), 'model writing')).toEqual([[200, 300]]);
  });

  it.each([
    ['thinking', { ...VIEW, toMs: 12_000 }, 'writing'],
    ['writing', { ...VIEW, fromMs: 12_001 }, 'thinking'],
  ])('shows in a part only the %s that lies in it', (_which, view, other) => {
    expect(draw({ replies: [reply] }, view)).not.toContain(other);
  });

  it('has the functions that it calls named behind their bars, in the part in which they begin', () => {
    const calls = [{ id: 'c1', name: 'time', fromMs: 11_000, toMs: 12_000 }];
    const drawn = draw({ calls });
    expect(bars(drawn, 'function')).toEqual([[100, 100]]);
    expect(drawn).toMatch(/<text class="function" x="205"[^>]*>time</);
    expect(draw({ calls }, { ...VIEW, fromMs: 11_500 })).not.toContain('time<');
  });
});

describe('the wait for an answer', () => {
  const waits = [{ fromMs: 11_000, toMs: 11_450 }];

  it('is measured from end to end, in seconds, and its figure stands before it', () => {
    const drawn = draw({ waits });
    expect(all(drawn, /<path class="dimension" d="([^"]*)"/g)).toEqual(['M100 156H145M100 152v8M145 152v8']);
    expect(drawn).toMatch(/<text class="dimension" x="95" y="160" text-anchor="end">0.45 s</);
  });

  it('ends in the next part if it lasts so long, and has its figure once', () => {
    const drawn = draw({ waits }, { ...VIEW, fromMs: 11_200 });
    expect(all(drawn, /<path class="dimension" d="([^"]*)"/g)).toEqual(['M0 156H25M25 152v8']);
    expect(drawn).not.toContain('0.45 s');
  });
});

describe('an interruption', () => {
  const interruptions = [{ atMs: 12_000, text: 'after 3 words' }];

  it('is a line from the sound of the user down to its sign, and says after how much', () => {
    const drawn = draw({ interruptions });
    expect(drawn).toContain(`d="M200 ${LANES.microphone.top}V${middle(LANES.interruption)}"`);
    expect(drawn).toContain('>after 3 words</text>');
  });

  it.each([
    ['ends where', { ...VIEW, toMs: 12_000 }, false],
    ['begins where', { ...VIEW, fromMs: 12_000 }, true],
    ['begins after', { ...VIEW, fromMs: 12_001 }, false],
  ])('is seen in one part only: one that %s it lies', (_which, view, seen) => {
    expect(draw({ interruptions }, view).includes('after 3 words')).toBe(seen);
  });
});
