// @module-tag chromium
import { antiphon } from 'antiphon/server';
import { fastify, type FastifyInstance } from 'fastify';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { launch } from './chromium.ts';

let app: FastifyInstance;
let url: string;
let browser: Browser;
beforeAll(async () => {
  app = fastify();
  await app.register(antiphon, { agent: concierge, prefix: '/voice' });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launch();
});
afterAll(() => Promise.all([browser.close(), app.close()]));

describe.each<[string, BrowserContextOptions]>([
  ['a phone', { viewport: { width: 360, height: 740 } }],
  ['a desk', { viewport: { width: 1280, height: 900 } }],
  ['a desk in the dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
])('the page of the API on %s', (_, options) => {
  test('is shown in its style, without a request or a complaint of the browser', async () => {
    const { page, requests, complaints } = await open(options);
    // As the style says, and nothing but the style.
    expect(
      await page
        .locator('nav ul')
        .first()
        .evaluate((list) => getComputedStyle(list).listStyleType),
    ).toBe('none');
    expect([requests, complaints]).toEqual([[`${url}/voice/docs`], []]);
  });

  test('is as wide as the window', async () => {
    const { page } = await open(options);
    const [content, window] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(content).toBe(window);
  });

  test('leads to an operation, and to the document', async () => {
    const { page } = await open(options);
    await page.getByRole('navigation').getByRole('link', { name: 'POST /voice/v1/sessions', exact: true }).click();
    expect(await page.getByText('Starts a session.').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'openapi.json', exact: true }).click();
    expect(await page.locator('body').innerText()).toContain('"openapi":"3.1.1"');
  });
});

test('a script inside the page would not run', async () => {
  const { page } = await open({});
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "ran"';
    document.head.append(script);
    return document.title;
  });
  expect(ran).not.toBe('ran');
});

interface Opened {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

async function open(options: BrowserContextOptions): Promise<Opened> {
  const page = await browser.newPage(options);
  onTestFinished(() => page.close());
  const [requests, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => void requests.push(request.url()));
  page.on('console', (message) => void complaints.push(message.text()));
  page.on('pageerror', ({ message }) => void complaints.push(message));
  await page.goto(`${url}/voice/docs`);
  return { page, requests, complaints };
}
