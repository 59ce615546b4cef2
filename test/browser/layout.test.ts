// @module-tag chromium
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, type RunningServer } from 'antiphon/server';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { phrases } from '../../examples/concierge/phrases.ts';
import { launch } from './chromium.ts';
import { writeSilence } from './recordSilence.ts';

const ABOUT = 'The concierge answers, by rules.';
const ENGINES = { hears: 'deepgram (nova-3)', answers: 'built-in rules', speaks: 'elevenlabs' };
const PHONE = { viewport: { width: 360, height: 740 } };
const DESK = { viewport: { width: 1280, height: 900 } };

let folder: string;
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-layout-'));
  const silence = await writeSilence(folder);
  server = await serve({ agent: concierge, about: ABOUT, engines: ENGINES, phrases, port: 0 });
  browser = await launch(silence);
});
afterAll(async () => {
  await Promise.all([browser.close(), server.close()]);
  await rm(folder, { recursive: true });
});

test('before the first call the page says who answers, and with which engines', async () => {
  const page = await open(DESK);
  for (const text of [ABOUT, ...Object.values(ENGINES)]) expect(await page.getByText(text).isVisible()).toBe(true);
});

test('on a phone of 360 x 740 the conversation is read without scrolling', async () => {
  const page = await open(PHONE);
  await page.getByRole('button', { name: 'what time is it' }).click();
  await page.locator('.line.agent', { hasText: 'It is' }).waitFor();
  const [scrolled, bottom] = await page.evaluate(() => {
    const answer = [...document.querySelectorAll('.line.agent')].at(-1);
    return [window.scrollY, answer?.getBoundingClientRect().bottom ?? Infinity];
  });
  expect(scrolled).toBe(0);
  expect(bottom).toBeLessThanOrEqual(740);
});

test('on a desk of 1280 x 800 the timeline is seen without scrolling', async () => {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await page.getByRole('button', { name: 'what time is it' }).click();
  await page.locator('.line.agent', { hasText: 'It is' }).waitFor();
  const bottom = await page.evaluate(() => document.querySelector('#timeline')?.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(800);
});

test('what scrolls can be scrolled with the keys', async () => {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await page.getByRole('button', { name: 'what time is it' }).click();
  await page.locator('#answers tr').waitFor();
  const unreachable = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => /auto|scroll/u.test(getComputedStyle(element).overflow))
      .filter((element) => element.tabIndex < 0 && element.querySelector('a, button, input, [tabindex="0"]') === null)
      .map(({ id, className }) => `${id}.${className}`),
  );
  expect(unreachable).toEqual([]);
});

test('a page that is loaded anew in the middle of a conversation says that it has ended', async () => {
  const page = await open(DESK);
  await page.getByRole('button', { name: 'what time is it' }).click();
  await page.locator('.line.agent', { hasText: 'It is' }).waitFor();
  await page.reload();
  await page.getByText('You reloaded the page during the conversation.').waitFor();
  await page.reload();
  await page.getByText('Press Talk and say hello.').waitFor();
  expect(await page.locator('#notice').isVisible()).toBe(false);
});

describe.each<[string, BrowserContextOptions]>([
  ['a phone', PHONE],
  ['a desk', DESK],
])('on %s nothing moves', (_, options) => {
  test('when a conversation begins, goes on and ends', async () => {
    const page = await open(options);
    const before = await places(page);
    await page.getByRole('button', { name: 'what time is it' }).click();
    await page.locator('.line.agent', { hasText: 'It is' }).waitFor();
    await page.locator('#answers tr').waitFor();
    expect(await places(page)).toEqual(before);
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('The conversation is over.').waitFor();
    expect(await places(page)).toEqual(before);
  });

  test('when something goes wrong', async () => {
    const page = await open(options);
    const before = await places(page);
    await page.route('**/v1/sessions', (route) => route.abort());
    await page.getByRole('button', { name: 'Talk' }).click();
    await page.getByText('The server does not answer.').waitFor();
    expect(await places(page)).toEqual(before);
  });
});

test('a call with a microphone ends without an error on the console', async () => {
  const page = await open(DESK);
  const errors: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByText('The agent is speaking.').waitFor();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('The conversation is over.').waitFor();
  expect(errors).toEqual([]);
});

async function open(options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  onTestFinished(() => page.close());
  await page.goto(server.url);
  return page;
}

/** Where each section lies on the page, and how tall it is, in px. */
function places(page: Page): Promise<readonly (readonly [top: number, height: number])[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main > section')].map((section) => {
      const { top, height } = section.getBoundingClientRect();
      return [Math.round(top + window.scrollY), Math.round(height)] as const;
    }),
  );
}
