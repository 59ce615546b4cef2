// npm run docs:studio -- FILE: takes the pictures of docs/studio.md from a recording with audio, which `npm run talk` makes.
// Needs Chromium (`npm run setup`).
import { cpSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { serveStudio } from '../dist/src/cli/studio/index.js';
import { findEngine } from './engines.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const [recording] = process.argv.slice(2);
if (recording === undefined) throw new Error('expected a recording with audio: npm run talk makes one');

const CALL = 'table-for-two.jsonl';
const folder = mkdtempSync(join(tmpdir(), 'antiphon-pictures-'));
cpSync(join(ROOT, 'test/recordings'), folder, { recursive: true });
copyFileSync(recording, join(folder, CALL));
writeFileSync(join(folder, 'damaged.jsonl'), '{"format":4');
process.env.XDG_CACHE_HOME = join(folder, '.cache');

const studio = await serveStudio(folder);
const browser = await chromium.launch({
  executablePath: findEngine('Chromium'),
  args: ['--no-sandbox', '--disable-gpu'],
});

await take('calls', {
  act: async (page) => {
    for (const name of ['interrupted.jsonl', 'concierge.jsonl'])
      await page.getByRole('row', { name }).getByRole('checkbox').click();
    await page.mouse.move(640, 600);
  },
});
await take('call', { search: 'at=29.200&from=10.000&to=36.000' });
await take('waits', { search: 'tab=waits&at=11.000&from=4.000&to=24.000' });
await take('step', {
  search: 'tab=steps&at=15.500&from=10.000&to=22.000',
  scheme: 'dark',
  act: (page) => page.getByRole('option', { name: 'turn 2 is committed' }).click(),
});
await take('what-if', {
  search: 'tab=what-if&from=4.000&to=40.000',
  act: async (page) => {
    await page.locator('[id="slider-min_endpointing_delay"]').fill('1.2');
    await page.getByText('wait per turn').waitFor();
  },
});
await browser.close();
await studio.close();
rmSync(folder, { recursive: true });

/** Takes one picture: the table of calls, or a place in the call, after `act`. */
async function take(name, { search, scheme = 'light', act = async () => {} }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: scheme });
  await page.goto(studio.url);
  await page.getByRole('grid').waitFor();
  if (search !== undefined) {
    await page.goto(`${new URL(studio.url).origin}/#/call/${CALL}?${search}`);
    await page.locator('.tile svg').first().waitFor();
  }
  await act(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(ROOT, `docs/images/studio-${name}.png`) });
  await page.close();
}
