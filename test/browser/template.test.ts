// @module-tag chromium
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { antiphon } from 'antiphon/server';
import { fastify } from 'fastify';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { launch } from './chromium.ts';
import { recordSilence } from './recordSilence.ts';

const TEMPLATE = join(import.meta.dirname, '../../create/templates/web/page');
const CLIENT = dirname(fileURLToPath(import.meta.resolve('antiphon/client')));

/** Opens the page of the template `web`, and returns it with the addresses that were not found. */
async function open(): Promise<{ readonly page: Page; readonly missing: readonly string[] }> {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(antiphon, { agent: concierge });
  await app.register(fastifyStatic, { root: TEMPLATE });
  await app.register(fastifyStatic, { root: CLIENT, prefix: '/client/', decorateReply: false });
  const browser = await launch(await recordSilence());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const missing: string[] = [];
  page.on('response', (response) => void (response.status() >= 400 && missing.push(response.url())));
  await page.goto(await app.listen({ host: '127.0.0.1', port: 0 }));
  return { page, missing };
}

test('the page of the template web shows the conversation, its state and its end, and asks for nothing that is not there', async () => {
  const { page, missing } = await open();
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByText('Speak, and interrupt whenever you like.').waitFor();
  await page.getByText('Agent: Good evening').waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('tell me about the restaurant');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('You: tell me about the restaurant').waitFor();
  await page.locator('.coming:not(:empty)').waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('stop');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('del:not(:empty)').waitFor();
  await page.reload();
  await page.getByText('The conversation has ended: the page was loaded anew.').waitFor();
  expect(missing).toEqual([]);
});
