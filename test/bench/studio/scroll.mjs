// What a frame of scrolling costs the page of Studio. Used by run.mjs.
import { chromium } from 'playwright-core';
import { findEngine } from '../../../scripts/engines.mjs';

const STEPS = 100;
const WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

/** Scrolls along a call. Returns the 95th percentile of the processor time of its frames in the main thread, in ms. */
export async function measureScrolling(address, call) {
  const browser = await chromium.launch({
    executablePath: findEngine('Chromium'),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${address}&call=${encodeURIComponent(call)}`);
  await page.locator('.tile svg').first().waitFor();
  const area = await page.locator('.timeline-area').boundingBox();
  await page.mouse.move(area.x + 300, area.y + 100);
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('+');
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const frames = [];
  for (let step = 0; step < STEPS; step += 1) {
    const before = await readWorkMs(session);
    await page.mouse.wheel(step < STEPS / 2 ? 60 : -60, 0);
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
