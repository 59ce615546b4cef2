// @module-tag chromium
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from './chromium.ts';
import { callAt, DESK, openStudio, PHONE, serveStudio, type ServedStudio } from './studio.ts';

const VIEWS: readonly (readonly [name: string, place: string, ready: string])[] = [
  ['calls', '', '.row .c-id'],
  ['call', callAt('concierge', 'at=12.000'), '.tile svg'],
  ['waits', callAt('concierge', 'tab=waits'), '.wait-bar'],
  ['steps', callAt('concierge', 'tab=steps&at=16.000'), '.graph .node'],
  ['what if', callAt('concierge', 'tab=what-if'), '.track + .track .tile svg'],
  ['functions', callAt('concierge', 'tab=functions'), '.card'],
  ['model', callAt('concierge', 'tab=model'), '.card'],
  ['usage', callAt('concierge', 'tab=usage'), '#panel'],
  ['failures', callAt('failures', 'tab=failures'), '.card'],
  ['config', callAt('concierge', 'tab=config'), '.config'],
];

let studio: ServedStudio;
let browser: Browser;
beforeAll(async () => {
  [studio, browser] = await Promise.all([serveStudio(), launch()]);
});
afterAll(() => Promise.all([browser.close(), studio.close()]));

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  test.each(VIEWS)('%s has no fault that axe finds', async (_, place, ready) => {
    const { page, complaints } = await openStudio(browser, studio, { place, colorScheme });
    await page.locator(ready).first().waitFor();
    expect(await findFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test.each(VIEWS)('on a phone %s does not scroll sideways', async (_, place, ready) => {
  const { page } = await openStudio(browser, studio, { ...PHONE, place });
  await page.locator(ready).first().waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  expect(await findFaults(page)).toEqual([]);
});

test('at 1280 x 800 a call shows its timeline, its transcript and its playback without scrolling', async () => {
  const { page } = await openStudio(browser, studio, { ...DESK, place: callAt('concierge') });
  await page.locator('.tile svg').first().waitFor();
  for (const name of ['.overview', '.timeline-area', '.transcript .line', '.transport']) {
    const box = await page.locator(name).first().boundingBox();
    expect((box?.y ?? 999) + Math.min(box?.height ?? 0, 60)).toBeLessThanOrEqual(800);
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800);
});

test('who wants no motion sees none', async () => {
  const { page } = await openStudio(browser, studio, { reducedMotion: 'reduce', place: callAt('concierge') });
  await page.locator('.tile svg').first().waitFor();
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

async function findFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      readonly axe: {
        run: () => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await checker.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`);
  });
}
