// @module-tag chromium
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { antiphon, type AntiphonOptions } from 'antiphon/server';
import { fastify } from 'fastify';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { launch } from './chromium.ts';
import { recordSilence } from './recordSilence.ts';
import { watchPlayback } from './watchPlayback.ts';

const TEMPLATE = join(import.meta.dirname, '../../create/templates/web/page');
const CLIENT = dirname(fileURLToPath(import.meta.resolve('antiphon/client')));

interface Opened {
  readonly page: Page;
  /** The addresses that were not found. */
  readonly missing: readonly string[];
  /** Samples that it has played. */
  readonly played: () => number;
}

/** So many samples of the agent have been played when the guest interrupts. The greeting is shorter. */
const HEARD = 96_000;

/** Opens the page of the template `web`. */
async function open(options: Partial<AntiphonOptions> = {}): Promise<Opened> {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(antiphon, { agent: concierge, ...options });
  app.get('/engines', () => 'Hears with an engine.');
  await app.register(fastifyStatic, { root: TEMPLATE });
  await app.register(fastifyStatic, { root: CLIENT, prefix: '/client/', decorateReply: false });
  const browser = await launch(await recordSilence());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const missing: string[] = [];
  const played = watchPlayback(page);
  page.on('response', (response) => void (response.status() >= 400 && missing.push(response.url())));
  await page.goto(await app.listen({ host: '127.0.0.1', port: 0 }));
  return { page, missing, played };
}

test('the page of the template web shows the conversation, its state and its end, and asks for nothing that is not there', async () => {
  const { page, missing, played } = await open();
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByText('Speak, and interrupt whenever you like.').waitFor();
  await page.getByText('Agent: Good evening').waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('tell me about the restaurant');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('You: tell me about the restaurant').waitFor();
  await page.locator('.coming:not(:empty)').waitFor();
  await expect.poll(() => played() > HEARD, { timeout: 120_000 }).toBe(true);
  await page.getByRole('textbox', { name: 'Text' }).fill('stop');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('del:not(:empty)').first().waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Speak, and interrupt whenever you like.').waitFor();
  await page.getByText('You: tell me about the restaurant').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  expect(missing.filter((url) => !url.endsWith('/media'))).toEqual([]);
});

test('the page of the template web says after a reload that the server waits no longer', async () => {
  const { page } = await open({ resume_timeout: 1 });
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByText('Agent: Good evening').waitFor();
  await page.reload();
  await page.getByText('The conversation has ended because the page was reloaded.').waitFor();
  expect(await page.getByRole('button', { name: 'Go on' }).isVisible()).toBe(false);
});
