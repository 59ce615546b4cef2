// @module-tag chromium
import { join } from 'node:path';
import { serve, type RunningServer } from 'antiphon/server';
import type { Page } from 'playwright-core';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { concierge } from '../../examples/concierge/agent.ts';
import { phrases } from '../../examples/concierge/phrases.ts';
import { launch } from './chromium.ts';
import { recordSilence } from './recordSilence.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/react');
const ENOUGH_MS = 60_000;

/** Serves the example by Vite as its config says, and returns its address. */
async function develop(server: RunningServer): Promise<string> {
  process.env['ANTIPHON_URL'] = server.url;
  onTestFinished(() => void delete process.env['ANTIPHON_URL']);
  const vite = await createServer({
    root: EXAMPLE,
    configFile: join(EXAMPLE, 'vite.config.mts'),
    cacheDir: join(import.meta.dirname, '../../.cache/vite-react'),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  return vite.resolvedUrls?.local[0] ?? '';
}

/** Opens the example in a browser with a silent microphone. */
async function open(): Promise<Page> {
  const server = await serve({ agent: concierge, phrases, page: false, port: 0 });
  onTestFinished(() => server.close());
  const browser = await launch(await recordSilence());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(ENOUGH_MS);
  await page.goto(await develop(server));
  return page;
}

async function talk(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByText('The call is live.').waitFor();
}

test('a page of React talks to the agent, again and again, goes on after a reload, and goes away in a call', {
  timeout: 3 * ENOUGH_MS,
}, async () => {
  const page = await open();
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await talk(page);
  await page.getByText('Agent: Good evening, the Olive Tree.').waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('goodbye');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('You: goodbye').waitFor();
  await page.getByText('The call is ended.').waitFor();

  await talk(page);
  expect(await page.getByText('You: goodbye').count()).toBe(0);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByText('The call is ended.').waitFor();

  await talk(page);
  await page.getByText('Agent: Good evening, the Olive Tree.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('The call is live.').waitFor();
  await page.getByText('Agent: Good evening, the Olive Tree.').waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByText('The call is ended.').waitFor();

  const opened = page.waitForEvent('websocket', (socket) => socket.url().includes('/v1/sessions/'));
  await talk(page);
  const closed = (await opened).waitForEvent('close');
  await page.evaluate("import('/main.tsx').then(({ root }) => root.unmount())");
  await closed;
  expect(failures).toEqual([]);
});
