import { describe, expect, it } from 'vitest';
import { selectLayout } from '../../../src/draw/lanes.ts';
import { emptyTimeline, type Timeline } from '../../../src/draw/model.ts';
import { drawTile } from '../../../src/studio/page/logic/drawTile.ts';
import { growWaves, layoutFor } from '../../../src/studio/page/logic/lanes.ts';
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

  it('is small, however long the call is', () => {
    expect(slice.speech.length).toBeLessThan(40);
    expect(slice.events.length).toBeLessThan(40);
  });

  it('at the end of the call keeps a few items before', () =>
    expect(sliceTimeline(long, { fromMs: 7_199_990, toMs: 7_200_000 }).speech.length).toBeGreaterThan(0));
});

describe('a layout', () => {
  it('makes the waveforms as tall as there is room, and no lane overlap', () => {
    const { lanes, height } = layoutFor(long, 50, 500);
    expect(height).toBeLessThanOrEqual(500);
    const sorted = [...lanes.values()];
    for (const [index, lane] of sorted.slice(1).entries())
      expect(lane.top).toBeGreaterThanOrEqual((sorted[index]?.top ?? 0) + (sorted[index]?.height ?? 0));
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
    const drawn = drawTile(long, tile, layoutFor(long, 50, 500), { chunks: [chunk], marks: [], isLast: false });
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
