// @module-tag chromium
import type { RunningServer } from 'antiphon/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { launch } from './chromium.ts';
import { listenTo } from './listening.ts';
import { serveConcierge } from './serveConcierge.ts';

const ENOUGH_MS = 30_000;
const ABOUT = 'tell me about the restaurant';

vi.setConfig({ testTimeout: 3 * ENOUGH_MS });

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  browser = await launch();
  server = await serveConcierge({});
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

test('a page that is reloaded in a conversation offers to go on: what was said is there, and the agent speaks on', async () => {
  const page = await converse();
  const loudness = await listenTo(page);
  await page.reload();
  await page.getByText('The conversation is waiting for you.').waitFor();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.getByText('The agent is speaking.').waitFor();
  expect(await page.locator('.line.user p').allInnerTexts()).toEqual([ABOUT]);
  await page.locator('.line.agent', { hasText: 'With pleasure.' }).waitFor();
  await expect.poll(async () => (await loudness()).some(({ rms }) => rms > 0.02), { timeout: ENOUGH_MS }).toBe(true);
  // Between two sentences, nothing would be left unheard.
  await page.locator('.line.agent', { hasText: 'used to be a bakery' }).waitFor();
  await page.getByLabel('Or type').fill('stop');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.line.agent del').waitFor();
  expect(await page.getByRole('alert').isVisible()).toBe(false);
  expect(await readStorage(page)).toEqual([]);
});

test('a conversation that goes on by typing goes on, too', async () => {
  const page = await converse();
  await page.reload();
  await page.getByRole('button', { name: 'Go on', exact: true }).waitFor();
  await page.getByLabel('Or type').fill('stop');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.line.user', { hasText: 'stop' }).waitFor();
  expect(await page.locator('.line.user p').allInnerTexts()).toEqual([ABOUT, 'stop']);
});

test('a page that is reloaded again, still offers to go on', async () => {
  const page = await converse();
  await page.reload();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.getByText('The agent is speaking.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.getByText('The agent is speaking.').waitFor();
});

test('a page that is reloaded says that the conversation has ended when the server has waited long enough', async () => {
  const impatient = await serveConcierge({ resume_timeout: 3 });
  onTestFinished(() => impatient.close());
  const page = await converse(impatient);
  await page.reload();
  await page.getByRole('button', { name: 'Go on', exact: true }).waitFor();
  await page.getByText('The conversation has ended.').waitFor();
  expect(await page.getByRole('button', { name: 'Go on', exact: true }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'hello', exact: true }).click();
  await page.locator('.line.user', { hasText: 'hello' }).waitFor();
});

test('a page that is reloaded after the user has hung up offers nothing', async () => {
  const page = await converse();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('The conversation is over.').waitFor();
  await page.reload();
  await page.getByText('Press Talk and say hello.').waitFor();
  expect(await page.getByRole('alert').isVisible()).toBe(false);
});

/** A page on which the agent is giving a long answer to a typed question. */
async function converse({ url } = server): Promise<Page> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  page.setDefaultTimeout(ENOUGH_MS);
  await page.goto(url);
  await page.getByLabel('Or type').fill(ABOUT);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('.line.agent.audible', { hasText: 'With pleasure.' }).waitFor();
  return page;
}

function readStorage(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => Object.keys(sessionStorage));
}
