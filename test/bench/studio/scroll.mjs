// What a frame of scrolling costs the page of Studio. Used by run.mjs.
import { chromium } from 'playwright-core';
import { findEngine } from '../../../scripts/engines.mjs';

const STEPS = 100;
const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/** Scrolls along a call, zoomed in. */
export function measureCall(address, call) {
  return measure(`${address}&call=${encodeURIComponent(call)}`, async (page) => {
    await page.locator('.tile svg').first().waitFor();
    const area = await page.locator('.timeline-area').boundingBox();
    await page.mouse.move(area.x + 300, area.y + 100);
    for (let n = 0; n < 8; n += 1) await page.keyboard.press('+');
    return (direction) => page.mouse.wheel(60 * direction, 0);
  });
}

/** Scrolls down the table of calls, one notch of the wheel a frame. */
export function measureTable(address) {
  return measure(address, async (page) => {
    await page.locator('.row').first().waitFor();
    await page.mouse.move(640, 500);
    return (direction) => page.mouse.wheel(0, 120 * direction);
  });
}

/** Returns the 95th percentile of the processor time that a frame takes in the main thread, in ms. */
async function measure(address, prepare) {
  const browser = await chromium.launch({
    executablePath: findEngine('Chromium'),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  const scroll = await prepare(page);
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const frames = [];
  for (let step = 0; step < STEPS; step += 1) {
    const before = await readWorkMs(session);
    await scroll(step < STEPS / 2 ? 1 : -1);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    frames.push((await readWorkMs(session)) - before);
  }
  await browser.close();
  return frames.toSorted((one, other) => one - other)[Math.floor(STEPS * 0.95)];
}

/** Returns the processor time that scripts, styles and layout have taken so far, in ms. */
async function readWorkMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.reduce((sum, { name, value }) => (WORK.includes(name) ? sum + 1000 * value : sum), 0);
}
