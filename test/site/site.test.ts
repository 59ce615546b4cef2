import { resolve } from 'node:path';
import staticFiles from '@fastify/static';
import { fastify, type FastifyInstance } from 'fastify';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launch } from '../browser/chromium.ts';

let app: FastifyInstance;
let url: string;
let browser: Browser;
beforeAll(async () => {
  app = fastify();
  await app.register(staticFiles, { root: resolve(import.meta.dirname, '../../.cache/site') });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launch();
});
afterAll(() => Promise.all([browser.close(), app.close()]));

const DESK = { width: 1440, height: 900 };

describe.each<[string, BrowserContextOptions, string]>([
  ['a desk', { viewport: DESK, colorScheme: 'light' }, 'rgb(255, 253, 248)'],
  ['a desk in the dark', { viewport: DESK, colorScheme: 'dark' }, 'rgb(23, 27, 33)'],
  ['a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'light' }, 'rgb(255, 253, 248)'],
])('the docs on %s', (_, options, background) => {
  test('begin with an agent of twenty lines and a picture', async () => {
    const { page, check } = await open('/', options);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Antiphon');
    expect(await page.locator('.language-ts').first().innerText()).toContain('defineAgent({');
    expect(await page.getByRole('img', { name: 'The edges of a session as lanes' }).count()).toBe(1);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
    await check();
  });

  test('find an operator', async () => {
    const { page, check } = await open('/overview.html', options);
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('endpointing');
    const found = page.locator('.VPLocalSearchBox a.result[href*="/operators/endpointing.html"]').first();
    await found.click();
    await page.waitForURL('**/operators/endpointing.html*');
    await page.getByRole('heading', { level: 1, name: 'endpointing' }).waitFor();
    await check();
  });

  test('have the declaration of an operator', async () => {
    const { page, check } = await open('/api/antiphon.operators.html#endpointing', options);
    const code = page.locator('h3[id="endpointing"] ~ div.language-ts').filter({ hasText: 'function' }).first();
    expect(await code.innerText()).toMatch(/function endpointing\(\s*options: EndpointingOptions/u);
    await check();
  });

  test('show code of two frameworks', async () => {
    const { page, check } = await open('/from-pipecat.html', options);
    const [theirs, ours] = await page.locator('.beside').first().locator('> div').all();
    expect(await theirs?.innerText()).toContain('pipecat');
    expect(await ours?.innerText()).toContain('antiphon');
    const [left, right] = [await theirs?.boundingBox(), await ours?.boundingBox()];
    expect(left?.y === right?.y).toBe(options.viewport?.width === DESK.width);
    await check();
  });
});

interface Opened {
  readonly page: Page;
  /** All pictures are shown, the page is as wide as the window, and the browser has asked no other host and complained of nothing. */
  readonly check: () => Promise<void>;
}

async function open(path: string, options: BrowserContextOptions): Promise<Opened> {
  const page = await browser.newPage(options);
  onTestFinished(() => page.close());
  const complaints: string[] = [];
  page.on('console', (message) => void complaints.push(message.text()));
  page.on('pageerror', ({ message }) => void complaints.push(message));
  page.on('requestfailed', (request) => void complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
  return { page, check: () => check(page, complaints) };
}

async function check(page: Page, complaints: readonly string[]): Promise<void> {
  const { content, window, hidden } = await page.evaluate(async () => {
    const pictures = [...document.images];
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
    return {
      content: document.documentElement.scrollWidth,
      window: document.documentElement.clientWidth,
      hidden: pictures.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
    };
  });
  expect({ content, hidden, complaints }).toEqual({ content: window, hidden: [], complaints: [] });
}
