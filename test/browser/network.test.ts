// @module-tag chromium
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Agent } from 'antiphon';
import { serve, type RunningServer } from 'antiphon/server';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { concierge, type Visit } from '../../examples/concierge/agent.ts';
import { launch } from './chromium.ts';

const ENOUGH_MS = 30_000;
const HELLO = 'Hello!';
const AWAY_MS = 5000;

/** The concierge, who waits to be spoken to: what is typed is answered at once. */
const reserved: Agent<Visit> = {
  ...concierge,
  configure_session: async (input) => ({ ...(await concierge.configure_session(input)), first_message: '' }),
};

vi.setConfig({ testTimeout: 2 * ENOUGH_MS });

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  browser = await launch();
  server = await serve({ agent: reserved, port: 0 });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

test('the network goes away for 5 s while the agent speaks: the page says so, and the conversation goes on', async () => {
  const network = await openNetwork(Number(new URL(server.url).port));
  const page = await open(network.url);
  await type(page, 'tell me about the restaurant');
  await page.getByText('The agent is speaking.').waitFor();
  network.cut(AWAY_MS);
  await page.getByText('The connection was lost.').waitFor();
  await type(page, 'what time is it');
  await userLine(page, 'what time is it').waitFor();
  await page.getByText('The agent is speaking.').waitFor();
  expect(await page.locator('.line.user p').allInnerTexts()).toEqual([
    'tell me about the restaurant',
    'what time is it',
  ]);
  expect(await page.getByRole('alert').isVisible()).toBe(false);
});

test('the server is away for longer than it would wait: the page says why the conversation does not go on', async () => {
  const brief = await serve({ agent: reserved, port: 0, resume_timeout: 2 });
  onTestFinished(() => brief.close());
  const network = await openNetwork(Number(new URL(brief.url).port));
  const page = await open(network.url);
  await type(page, 'hello');
  await agentLine(page, HELLO).waitFor();
  network.cut(Number.POSITIVE_INFINITY);
  await page.getByText('The connection was lost.').waitFor();
  await page.getByText('The connection to the server was lost.').waitFor();
  expect(await agentLine(page, HELLO).isVisible()).toBe(true);
});

test('the server is killed and started again: the page says so when it answers, long before the session would be over', async () => {
  const [killed, restarted] = [await serve({ agent: reserved, port: 0, resume_timeout: 600 }), server];
  onTestFinished(() => killed.close());
  const network = await openNetwork(Number(new URL(killed.url).port));
  const page = await open(network.url);
  await type(page, 'hello');
  await agentLine(page, HELLO).waitFor();
  network.leadTo(Number(new URL(restarted.url).port));
  network.cut(0);
  await page.getByText('The connection to the server was lost.').waitFor();
  expect(await agentLine(page, HELLO).isVisible()).toBe(true);
});

interface Network {
  /** The address of the server behind it. */
  readonly url: string;
  /** Leads further connections to a server at another port. */
  leadTo(port: number): void;
  /** Breaks all connections, and accepts none for `ms`. */
  cut(ms: number): void;
}

/** A network between the browser and a server on this machine. */
async function openNetwork(first: number): Promise<Network> {
  let port = first;
  const sockets = new Set<Socket>();
  let backAtMs = 0;
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    if (performance.now() < backAtMs) client.destroy();
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const cut = (ms: number): void => {
    backAtMs = performance.now() + ms;
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut(Number.POSITIVE_INFINITY);
    proxy.close();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    leadTo: (next) => void (port = next),
    cut,
  };
}

async function open(url: string): Promise<Page> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  page.setDefaultTimeout(ENOUGH_MS);
  await page.goto(url);
  return page;
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel('Or type').fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

function userLine(page: Page, text: string): Locator {
  return page.locator('.line.user', { hasText: text });
}

function agentLine(page: Page, text: string): Locator {
  return page.locator('.line.agent', { hasText: text });
}
