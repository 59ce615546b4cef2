import { beforeAll, describe, expect, it } from 'vitest';
import { selectLayout } from '../../src/draw/lanes.ts';
import type { Timeline } from '../../src/draw/model.ts';
import { widthOf } from '../../src/draw/text.ts';
import { drawTimeline } from '../../src/draw/timeline.ts';
import { timelineOf } from '../../src/replay/timeline.ts';
import { conversation } from './support/recorded.ts';

interface Box {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

let session: Timeline;
beforeAll(async () => {
  session = timelineOf(await conversation());
});

describe('text', () => {
  it.each([4, 14, 25, 44, 90, 120, 300, 1200])('never lies over other text, at %i px a second', (pxPerSecond) => {
    const layout = selectLayout(session, pxPerSecond);
    const drawn = drawTimeline(session, { fromMs: 0, toMs: session.nowMs, pxPerSecond }, layout);
    const boxes = textsOf(drawn);
    expect(boxes.length).toBeGreaterThan(2);
    const over = boxes.flatMap((box, index) =>
      boxes
        .slice(index + 1)
        .filter((other) => Math.abs(box.y - other.y) < 9 && box.from < other.to && other.from < box.to)
        .map((other) => `${box.text} | ${other.text}`),
    );
    expect(over).toEqual([]);
  });
});

function textsOf(drawn: string): readonly Box[] {
  return [...drawn.matchAll(/<text class="([^"]*)" x="([\d.-]+)" y="([\d.]+)"[^>]*>(.*?)<\/text>/g)].map(
    ([, name = '', x = '', y = '', inner = '']) => {
      const text = inner
        .replace(/<title>.*?<\/title>/, '')
        .replace(/<[^>]*>/g, '')
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
      const width = widthOf(text, name === 'spoken' ? 'bold' : 'regular');
      return { text, from: Number(x), to: Number(x) + width - 0.1, y: Number(y) };
    },
  );
}
