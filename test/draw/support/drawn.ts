import { LIVE, createLayout, type Lane, type LaneName, type Layout } from '../../../src/draw/lanes.ts';
import type { Timeline } from '../../../src/draw/model.ts';
import type { View } from '../../../src/draw/scale.ts';
import { drawTimeline } from '../../../src/draw/timeline.ts';
import { timeline } from './things.ts';

/** 1 px is 10 ms. */
export const VIEW: View = { fromMs: 10_000, toMs: 20_000, pxPerSecond: 100 };

export function draw(changes: Partial<Timeline>, view: View = VIEW, lanes: Layout = LIVE): string {
  return drawTimeline(timeline(changes), view, lanes);
}

/** With these lanes only. */
export function drawIn(names: readonly LaneName[], changes: Partial<Timeline>, view: View = VIEW): string {
  return draw(changes, view, createLayout(names));
}

/** Where a lane lies in the picture of a page. */
export function laneOf(name: LaneName, { lanes }: Layout = LIVE): Lane {
  const lane = lanes.get(name);
  if (lane === undefined) throw new Error(`there is no lane ${name}`);
  return lane;
}

/** The first group of each match. */
export function all(drawn: string, pattern: RegExp): readonly string[] {
  return [...drawn.matchAll(pattern)].map(([, group = '']) => group);
}

/** From where and how far the bars of a class reach, in px. */
export function bars(drawn: string, name: string): readonly (readonly [from: number, width: number])[] {
  const found = drawn.matchAll(
    new RegExp(`<rect class="bar ${name}" x="([\\d.]+)" y="[\\d.]+" width="([\\d.]+)"`, 'g'),
  );
  return [...found].map(([, x, width]) => [Number(x), Number(width)]);
}

/** Where the marbles of a class lie, in px from the left. */
export function marbles(drawn: string, name: string): readonly number[] {
  return all(drawn, new RegExp(`<circle class="marble ${name}" cx="([\\d.]+)"`, 'g')).map(Number);
}

/** Texts of a class: where each begins, on which height, and its text. */
export function texts(drawn: string, name: string): readonly { at: number; y: number; text: string }[] {
  const found = drawn.matchAll(new RegExp(`<text class="${name}" x="([\\d.-]+)" y="([\\d.]+)"[^>]*>(.*?)</text>`, 'g'));
  return [...found].map(([, x, y, inner = '']) => ({
    at: Number(x),
    y: Number(y),
    text: inner.replace(/<title>.*?<\/title>/, '').replace(/<\/?tspan[^>]*>/g, '|'),
  }));
}
