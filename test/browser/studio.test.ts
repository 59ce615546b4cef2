// @module-tag chromium
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { LONG } from '../support/userActions.ts';
import { launch } from './chromium.ts';
import { callAt, openStudio, PHONE, serveStudio, writeCall, type ServedStudio } from './studio.ts';

let studio: ServedStudio;
let browser: Browser;
beforeAll(async () => {
  const prepare = async (folder: string): Promise<void> => {
    await writeFile(join(folder, 'damaged.jsonl'), '{"format":1');
    await writeCall(folder, 'audible', await recordingOf({ llm: [LONG] }, { audio: true, agentAudio: true }));
  };
  [studio, browser] = await Promise.all([serveStudio(prepare), launch()]);
});
afterAll(() => Promise.all([browser.close(), studio.close()]));

describe('the calls', () => {
  test('are opened by their address', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${studio.address}&call=${encodeURIComponent('concierge.jsonl')}`);
    await page.getByRole('tablist').waitFor();
    expect(page.url()).toMatch(/\/#\/call\/concierge\.jsonl(?:\?|$)/u);
  });

  test('are listed, and the token is no longer in the address', async () => {
    const { page, complaints } = await openStudio(browser, studio);
    await page.getByText('9 calls').waitFor();
    await page.getByRole('row', { name: /concierge\.jsonl/u }).waitFor();
    expect(page.url()).not.toContain('token');
    await page.reload();
    await page.getByRole('row', { name: /concierge\.jsonl/u }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('open by a copied link in another tab too', async () => {
    const { page } = await openStudio(browser, studio);
    const other = await page.context().newPage();
    await other.goto(`${studio.origin}/${callAt('concierge', 'at=12.340')}`);
    await other.getByRole('tablist').waitFor();
    expect(await playhead(other)).toBe(12_340);
  });

  test('that cannot be read say why, with a link to the documentation', async () => {
    const { page } = await openStudio(browser, studio);
    const row = page.getByRole('row', { name: /damaged\.jsonl/u });
    expect(await row.getByRole('link').getAttribute('href')).toContain('/docs/errors.md#');
  });

  test('are found by a query, and the page says how it was understood', async () => {
    const { page } = await openStudio(browser, studio);
    await page.keyboard.press('/');
    await page.keyboard.type('interruptions >= 1 and nonsense > 3');
    await page.locator('.chip', { hasText: 'interruptions' }).waitFor();
    await page.locator('.chip.warning').waitFor();
    await page.getByText(/of 9 calls/u).waitFor();
    expect(decodeURIComponent(page.url())).toContain('interruptions');
  });

  test('are sorted by the head of a column', async () => {
    const { page } = await openStudio(browser, studio);
    await page.getByRole('button', { name: 'Length' }).click();
    await page.locator('[aria-sort=descending]', { hasText: 'Length' }).waitFor();
    await page.getByRole('button', { name: 'Length' }).click();
    await page.locator('[aria-sort=ascending]', { hasText: 'Length' }).waitFor();
  });

  test('are selected and opened with the keys alone', async () => {
    const { page } = await openStudio(browser, studio);
    await page.getByText('9 calls').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('1 call selected').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('tablist').waitFor();
    await page.goBack();
    await page.getByRole('grid').waitFor();
  });

  test('a range that is dragged in a histogram becomes a condition', async () => {
    const { page } = await openStudio(browser, studio);
    const box = await page.locator('.c-waitP95Ms .histogram').boundingBox();
    if (box === null) throw new Error('there is no histogram');
    await page.mouse.move(box.x + box.width * 0.4, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + 10);
    await page.mouse.up();
    await page.locator('.chip', { hasText: 'wait p95' }).first().waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toMatch(/^wait p95 >= [\d.]+ s {2}wait p95 <= [\d.]+ s$/u);
  });
});

describe('a call', () => {
  test('shows its timeline, and the transcript with what was not heard struck out', async () => {
    const { page, complaints } = await openStudio(browser, studio, { place: callAt('concierge') });
    await page.locator('.tile svg.timeline').first().waitFor();
    await page.locator('.transcript del', { hasText: 'bakery' }).waitFor();
    expect(await page.locator('.tiles').first().getAttribute('aria-hidden')).toBe('true');
    expect(complaints).toEqual([]);
  });

  test('is walked through with the keys', async () => {
    const { page } = await openStudio(browser, studio, { place: callAt('concierge', 'at=10.000') });
    await page.locator('.tile').first().waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await playhead(page)).toBe(11_000);
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await playhead(page)).toBe(10_900);
    await page.getByRole('tab', { name: 'Functions' }).click();
    await page.keyboard.press('i');
    const interruption = await playhead(page);
    expect(interruption).toBeGreaterThan(10_900);
    await page.keyboard.press('p');
    expect(await playhead(page)).toBeLessThan(interruption);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  });

  test('plays what was heard, and goes on with one side when it is chosen', async () => {
    const { page, complaints } = await openStudio(browser, studio, { place: callAt('audible', 'at=1.000') });
    const heard = page.waitForRequest(/\/audio\?.*side=heard/u);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await heard;
    await expect.poll(() => playhead(page), { timeout: 30_000 }).toBeGreaterThan(1100);
    const agent = page.waitForResponse(/\/audio\?.*side=agent/u);
    await page.getByRole('combobox', { name: 'Audio' }).selectOption('Agent');
    const changedMs = await playhead(page);
    expect((await agent).status()).toBe(206);
    await expect.poll(() => playhead(page), { timeout: 30_000 }).toBeGreaterThan(changedMs + 100);
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(complaints).toEqual([]);
  });

  test('moves to the word that was clicked', async () => {
    const { page } = await openStudio(browser, studio, { place: callAt('concierge') });
    await page.locator('.line.user p').first().click();
    expect(await playhead(page)).toBeGreaterThan(1000);
  });

  test('opens at the moment of a link, with the same stretch', async () => {
    const place = callAt('concierge', 'at=12.340&from=10.000&to=16.000');
    const { page } = await openStudio(browser, studio, { place });
    await page.getByText('6.0 s shown').waitFor();
    expect(await playhead(page)).toBe(12_340);
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/at=13\.340&from=10\.000&to=16\.000/u);
  });

  test('zooms around the pointer from the whole call to ten milliseconds', async () => {
    const { page } = await openStudio(browser, studio, { place: callAt('concierge') });
    const area = await page.locator('.timeline-area').boundingBox();
    await page.mouse.move((area?.x ?? 0) + 300, (area?.y ?? 0) + 100);
    for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(0, -240);
    await page.getByText('10 ms shown').waitFor();
    await page.getByRole('button', { name: 'Show the whole call' }).click();
    await page.getByText(/^4\d\.\d s shown$/u).waitFor();
  });

  test('zooms with two fingers', async () => {
    const { page } = await openStudio(browser, studio, { ...PHONE, hasTouch: true, place: callAt('concierge') });
    const area = await page.locator('.timeline-area').boundingBox();
    const [x, y] = [(area?.x ?? 0) + 120, (area?.y ?? 0) + 60];
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number): Promise<void> => {
      const touchPoints = type === 'touchEnd' ? [] : [-1, 1].map((side) => ({ x: x + (side * apart) / 2, y }));
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', 40);
    for (const apart of [60, 80, 120, 160]) await touch('touchMove', apart);
    await touch('touchEnd', 0);
    await page.waitForURL(/from=\d+\.\d+&to=\d+/u);
  });

  test('says what failed and links to the documentation', async () => {
    const { page } = await openStudio(browser, studio, { place: callAt('failures', 'tab=failures') });
    await page.locator('.card.failed').first().waitFor();
    expect(await page.locator('.card.failed a').first().getAttribute('href')).toContain('/docs/');
  });

  test('that does not exist is an error with a way to try again', async () => {
    const { page } = await openStudio(browser, studio, { place: '#/call/nowhere.jsonl' });
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  test('whose server has gone says so', async () => {
    const { page } = await openStudio(browser, studio);
    await page.route('**/api/call?**', (route) => route.abort());
    await page.goto(`${studio.origin}/${callAt('concierge')}`);
    await page.getByText('The server does not answer.').waitFor();
  });
});

describe('steps', () => {
  test('go forwards and backwards, and take the playhead along', async () => {
    const { page } = await openStudio(browser, studio, { place: callAt('concierge', 'tab=steps&at=8.000') });
    await page.getByRole('option').first().waitFor();
    const before = await page.locator('.step.active').textContent();
    const at = await playhead(page);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('j');
    expect(await playhead(page)).toBeGreaterThanOrEqual(at);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('k');
    expect(await page.locator('.step.active').textContent()).toBe(before);
    await page.locator('.graph .node').first().waitFor();
    await page.getByRole('table').getByText('Reply').waitFor();
    await page.keyboard.press('i');
    await page.locator('.step.active', { hasText: 'interruption of segment' }).waitFor();
  });
});

describe('what if', () => {
  test('a slider is dragged, both runs are drawn and the difference is told', async () => {
    const { page } = await openStudio(browser, studio, { place: callAt('concierge', 'tab=what-if') });
    await page.getByText('Move a slider').waitFor();
    await page.locator('[id="slider-min_endpointing_delay"]').fill('1.5');
    await page.getByText(/wait per turn,/u).waitFor();
    expect(await page.locator('.track').count()).toBe(2);
    await page.getByRole('button', { name: 'Take these settings' }).waitFor();
  });

  test('a sweep finds the efficient settings, and one of them is loaded', async () => {
    const { page } = await openStudio(browser, studio, { place: callAt('disconnected', 'tab=what-if') });
    await page.getByRole('button', { name: 'Sweep', exact: true }).click();
    await page.getByLabel('First axis').selectOption('min_endpointing_delay');
    await page.getByRole('button', { name: 'Run the sweep' }).click();
    await page.locator('.scatter canvas').waitFor();
    await page.locator('.frontier button').first().click();
    await page.locator('.track').nth(1).waitFor();
  });
});

test('a test is made of a selected stretch', async () => {
  const { page } = await openStudio(browser, studio, { place: callAt('concierge') });
  const area = await page.locator('.timeline-area').boundingBox();
  const [x, y] = [(area?.x ?? 0) + 20, (area?.y ?? 0) + 60];
  await page.keyboard.down('Shift');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 200, y);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.getByRole('button', { name: /Make a test of 0:0/u }).click();
  await page.getByText('Written to').waitFor();
});

async function playhead(page: Page): Promise<number> {
  return Number(await page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow'));
}
