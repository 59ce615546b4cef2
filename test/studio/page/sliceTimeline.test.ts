import { describe, expect, it } from 'vitest';
import { selectLayout } from '../../../src/draw/lanes.ts';
import { emptyTimeline, type Timeline } from '../../../src/draw/model.ts';
import { drawTile } from '../../../src/studio/page/logic/drawTile.ts';
import { briefLayout, comparedLayout, growWaves, layoutFor } from '../../../src/studio/page/logic/lanes.ts';
import { sliceTimeline } from '../../../src/studio/page/logic/sliceTimeline.ts';

const COUNT = 4000;

/** A call of two hours in which the user speaks every 1.8 s. */
const long: Timeline = {
  ...emptyTimeline,
  nowMs: 7_200_000,
  threshold: 0.5,
  speech: Array.from({ length: COUNT }, (_, n) => ({ fromMs: n * 1800, toMs: n * 1800 + 900 })),
  events: Array.from({ length: COUNT }, (_, n) => ({ atMs: n * 1800, name: 'on_user_started_speaking', detail: '' })),
};

describe('a slice', () => {
  const slice = sliceTimeline(long, { fromMs: 3_600_000, toMs: 3_610_000 });

  it('has what touches the stretch', () => {
    const inside = long.speech.filter(({ fromMs, toMs }) => fromMs < 3_610_000 && (toMs ?? 0) >= 3_600_000);
    expect(slice.speech).toEqual(expect.arrayContaining([...inside]));
  });

  it('has all of a longer stretch', () => {
    const stretch = { fromMs: 3_600_000, toMs: 3_700_000 };
    const wide = sliceTimeline(long, stretch);
    const inside = (ms: number): boolean => ms >= stretch.fromMs && ms < stretch.toMs;
    expect(wide.speech).toEqual(expect.arrayContaining(long.speech.filter(({ fromMs }) => inside(fromMs))));
    expect(wide.events).toEqual(expect.arrayContaining(long.events.filter(({ atMs }) => inside(atMs))));
  });

  it('has the items next to the stretch, at which its texts end', () => {
    expect(slice.speech[0]?.toMs).toBeLessThan(3_600_000);
    expect(slice.speech.at(-1)?.fromMs).toBeGreaterThan(3_610_000);
  });

  it('has what still lasts', () => {
    const open = { fromMs: 0, toMs: null };
    expect(
      sliceTimeline({ ...long, voiced: [open, ...long.speech] }, { fromMs: 3_600_000, toMs: 3_610_000 }).voiced,
    ).toContain(open);
  });

  it('has the interruptions of the stretch', () => {
    const interruptions = [{ atMs: 3_605_000, text: 'u1' }];
    expect(sliceTimeline({ ...long, interruptions }, { fromMs: 3_600_000, toMs: 3_610_000 }).interruptions).toEqual(
      interruptions,
    );
  });

  it('is small, however long the call is', () => {
    expect(slice.speech.length).toBeLessThan(40);
    expect(slice.events.length).toBeLessThan(40);
  });

  it('at the end of the call keeps a few items before', () => {
    const { speech, events } = sliceTimeline(long, { fromMs: 7_199_990, toMs: 7_200_000 });
    expect(speech.length).toBeGreaterThan(0);
    expect(events.length).toBeGreaterThan(0);
  });
});

describe('a layout', () => {
  it('makes the waveforms as tall as there is room, and no lane overlap', () => {
    const { lanes, height } = layoutFor(long, 50, 500);
    expect(height).toBeLessThanOrEqual(500);
    const sorted = [...lanes.values()];
    for (const [index, lane] of sorted.slice(1).entries())
      expect(lane.top).toBeGreaterThanOrEqual((sorted[index]?.top ?? 0) + (sorted[index]?.height ?? 0));
    const last = sorted.at(-1);
    expect(height).toBeGreaterThanOrEqual((last?.top ?? 0) + (last?.height ?? 0));
  });

  it('makes no waveform taller than its limit', () =>
    expect(layoutFor(long, 50, 5000).lanes.get('user')?.height).toBe(132));

  it('of two runs has what the user heard, and that above a step is shorter', () => {
    expect([...comparedLayout(300).lanes.keys()]).toEqual(['user', 'words', 'wait', 'agent', 'heard']);
    expect([...briefLayout(300).lanes.keys()]).toEqual(['user', 'words', 'wait', 'agent']);
  });

  it('has room for the windows, which are fetched later', () =>
    expect(layoutFor(long, 50, 500).lanes.has('windows')).toBe(true));

  it('is that of the drawing if there is no room', () => {
    const plain = selectLayout(long, 50);
    expect(growWaves(plain, 10)).toEqual(plain);
  });
});

describe('a tile', () => {
  const tile = { index: 0, fromMs: 0, toMs: 10_240, pxPerSecond: 50 };
  const part = { windows: [], user: Array.from({ length: 512 }, () => 0.5), agent: [] };
  const chunk = { key: '', binMs: 20, fromMs: 0, toMs: 10_240, part };

  it('has a waveform for the side whose audio was kept', () => {
    const drawn = drawTile(long, tile, comparedLayout(300), { chunks: [chunk], marks: [], isLast: false });
    expect(drawn).toContain('class="wave user"');
    expect(drawn).not.toContain('class="wave agent"');
  });

  it('shows a difference from its begin to its end, and none of another tile', () => {
    const marks = [
      { kind: 'shorter' as const, fromMs: 1000, toMs: 2000 },
      { kind: 'longer' as const, fromMs: 50_000, toMs: 51_000 },
    ];
    const drawn = drawTile(long, tile, layoutFor(long, 50, 500), { chunks: [], marks, isLast: false });
    expect(drawn).toContain('class="mark shorter" x="50" y="0" width="50"');
    expect(drawn).not.toContain('mark longer');
  });

  it('draws each bin at its time, and none of another tile', () => {
    const second = { ...tile, index: 1, fromMs: 10_240, toMs: 20_480 };
    const user = Array.from({ length: 512 }, (_, bin) => ([255, 256, 511].includes(bin) ? 1 : 0));
    const wide = { ...chunk, binMs: 40, toMs: 20_480, part: { ...part, user } };
    const drawn = drawTile(long, second, comparedLayout(300), { chunks: [wide], marks: [], isLast: false });
    const [, path = ''] = /class="wave user" d="([^"]+)"/u.exec(drawn) ?? [];
    expect([...path.matchAll(/M([\d.-]+) /gu)].map(([, x]) => x)).toEqual(['0', '510']);
    const { top = 0, height = 0 } = comparedLayout(300).lanes.get('user') ?? {};
    const [y = 0] = [...path.matchAll(/M[\d.-]+ ([\d.-]+)/gu)].map(([, written]) => Number(written));
    expect(y > top && y < top + height).toBe(true);
  });

  it('lifts quiet speech, so that it is seen', () => {
    const heightOf = (peak: number): number => {
      const quiet = { ...chunk, part: { ...part, user: [peak] } };
      const drawn = drawTile(long, tile, comparedLayout(300), { chunks: [quiet], marks: [], isLast: false });
      return Number(/class="wave user" d="[^v]+v([\d.]+)/u.exec(drawn)?.[1]);
    };
    expect(heightOf(0.1)).toBeGreaterThan(0.2 * heightOf(1));
  });

  it('draws the windows of its chunks', () => {
    const draw = (windows: (typeof long)['windows']) => {
      const chunks = [{ ...chunk, part: { windows, user: [], agent: [] } }];
      return drawTile(long, tile, layoutFor(long, 50, 500), { chunks, marks: [], isLast: false });
    };
    expect(draw([{ fromMs: 100, toMs: 132, probability: 0.9 }])).not.toBe(draw([]));
  });

  it('shows the part of a difference that lies in it, at least two px of it', () => {
    const second = { ...tile, index: 1, fromMs: 10_240, toMs: 20_480 };
    const rectOf = (fromMs: number, toMs: number) => {
      const marks = [{ kind: 'longer' as const, fromMs, toMs }];
      const drawn = drawTile(long, second, comparedLayout(300), { chunks: [], marks, isLast: false });
      return /class="mark longer" x="([^"]+)" y="0" width="([^"]+)"/u.exec(drawn)?.slice(1);
    };
    expect(rectOf(5000, 12_240)).toEqual(['0', '100']);
    expect(rectOf(18_480, 30_000)).toEqual(['412', '100']);
    expect(rectOf(12_240, 12_241)).toEqual(['100', '2']);
  });

  it('escapes what was said', () => {
    const words = [
      { utterance: '1', text: '<img src=x onerror=alert(1)>', final: true, fromMs: 0, toMs: 10, interims: [] },
    ];
    const drawn = drawTile({ ...long, words }, tile, layoutFor({ ...long, words }, 50, 500), {
      chunks: [],
      marks: [],
      isLast: false,
    });
    expect(drawn).not.toContain('<img');
  });
});
