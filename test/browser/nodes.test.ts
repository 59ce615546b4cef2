// @module-tag chromium
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startNode, testDirectory } from '../server/cluster/support.ts';
import { startSession } from '../server/support.ts';
import { launch } from './chromium.ts';

const ENOUGH_MS = 60_000;

/** Serves a page without anything in it. Resolves with its origin. */
async function servePage(): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<title>'));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a page of another origin learns from any node which one has its session', { timeout: ENOUGH_MS }, async () => {
  const origin = await servePage();
  const known = testDirectory();
  const options = { allowed_origins: [origin] };
  const a = await startNode(known, 'a', { ...options, max_sessions: 1 });
  const b = await startNode(known, 'b', options);
  const { session_id: id } = await startSession(b.app);
  const browser = await launch();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(origin);
  const answer = await page.evaluate(
    async (url) => {
      const response = await fetch(url, { cache: 'no-store' });
      return { redirected: response.redirected, url: response.url, body: (await response.json()) as object };
    },
    new URL(`/v1/sessions/${id}/media`, a.url).href,
  );
  expect(answer).toMatchObject({
    redirected: true,
    url: new URL(`/v1/sessions/${id}/media`, b.url).href,
    body: { code: 'upgrade_required' },
  });
});
