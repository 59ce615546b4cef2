import { describe, expect, it } from 'vitest';
import { centreFirst, chunksFor, scaleFor, TILE_PX, tilesIn } from '../../../src/studio/page/logic/tiles.ts';

const CALL_MS = 60_000;

describe('tiles', () => {
  it('cover the visible stretch without gaps', () => {
    const shown = { fromMs: 12_345, toMs: 23_456 };
    const scale = scaleFor(shown, 1000);
    const tiles = tilesIn(shown, scale, CALL_MS);
    expect(tiles[0]?.fromMs).toBeLessThanOrEqual(shown.fromMs);
    expect(tiles.at(-1)?.toMs).toBeGreaterThanOrEqual(shown.toMs);
    for (const [index, tile] of tiles.slice(1).entries()) expect(tile.fromMs).toBeCloseTo(tiles[index]?.toMs ?? 0);
  });

  it('are drawn at the scale at which the stretch fills the width', () =>
    expect(scaleFor({ fromMs: 0, toMs: 10_000 }, 1000)).toBe(100));

  it('are one more at each side if so asked', () => {
    const shown = { fromMs: 6000, toMs: 7000 };
    expect(tilesIn(shown, 100, CALL_MS).map(({ index }) => index)).toEqual([2]);
    expect(tilesIn(shown, 100, CALL_MS, 1).map(({ index }) => index)).toEqual([1, 2, 3]);
  });

  it('are equally wide', () => {
    const tiles = tilesIn({ fromMs: 0, toMs: 10_000 }, 100, CALL_MS);
    for (const { fromMs, toMs } of tiles) expect(((toMs - fromMs) * 100) / 1000).toBeCloseTo(TILE_PX);
  });

  it('end with the call, though more are asked for', () => {
    const tiles = tilesIn({ fromMs: 50_000, toMs: 60_000 }, 100, CALL_MS, 3);
    expect(tiles.at(-1)?.fromMs).toBeLessThan(CALL_MS);
    expect(tiles.at(-1)?.toMs).toBeGreaterThanOrEqual(CALL_MS);
  });

  it('are few at every scale', () => {
    for (const length of [10, 1000, 60_000]) {
      const shown = { fromMs: 0, toMs: length };
      expect(tilesIn(shown, scaleFor(shown, 1280), CALL_MS).length).toBeLessThanOrEqual(6);
    }
  });

  it('in the middle are drawn first', () => {
    const tiles = tilesIn({ fromMs: 0, toMs: 20_000 }, 100, CALL_MS);
    expect(centreFirst(tiles, { fromMs: 2600, toMs: 14_000 })[0]?.index).toBe(3);
  });
});

describe('chunks', () => {
  it('cover a tile with bins of one to two px', () => {
    for (const pxPerSecond of [0.2, 3, 17, 100, 900]) {
      const [tile] = tilesIn({ fromMs: 0, toMs: 1000 }, pxPerSecond, CALL_MS);
      const chunks = chunksFor(tile ?? { fromMs: 0, toMs: 0 }, pxPerSecond, CALL_MS);
      const px = ((chunks[0]?.binMs ?? 0) * pxPerSecond) / 1000;
      expect(px).toBeGreaterThanOrEqual(1);
      expect(px).toBeLessThan(2);
      expect(chunks.at(-1)?.toMs).toBeGreaterThanOrEqual(Math.min(CALL_MS, tile?.toMs ?? 0));
    }
  });

  it('are only those of the stretch, and end with the call', () => {
    const chunks = chunksFor({ fromMs: 50_000, toMs: 100_000 }, 900, CALL_MS);
    expect(chunks[0]?.toMs).toBeGreaterThan(50_000);
    expect(chunks[0]?.fromMs).toBeLessThanOrEqual(50_000);
    expect(chunks.at(-1)?.fromMs).toBeLessThan(CALL_MS);
  });

  it('have no bins shorter than a sample', () =>
    expect(chunksFor({ fromMs: 0, toMs: 1 }, 1e6, CALL_MS)[0]?.binMs).toBe(1 / 16));

  it('are others for another scale', () => {
    const key = (pxPerSecond: number) => chunksFor({ fromMs: 0, toMs: 100 }, pxPerSecond, CALL_MS)[0]?.key;
    expect(key(70)).not.toBe(key(300));
  });

  it('are the same for neighbouring scales, so that a zoom fetches little', () => {
    const keys = (pxPerSecond: number): readonly string[] =>
      chunksFor({ fromMs: 0, toMs: 5000 }, pxPerSecond, CALL_MS).map(({ key }) => key);
    expect(keys(70)).toEqual(keys(110));
  });
});
