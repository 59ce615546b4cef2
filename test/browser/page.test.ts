// @module-tag chromium
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fastifyStatic from '@fastify/static';
import type { Agent } from 'antiphon';
import { antiphon, serve, type RunningServer } from 'antiphon/server';
import { fastify } from 'fastify';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { concierge, type Visit } from '../../examples/concierge/agent.ts';
import { phrases } from '../../examples/concierge/phrases.ts';
import { launch } from './chromium.ts';
import { writeSilence } from './recordSilence.ts';

const DIST = join(import.meta.dirname, '../../dist');
const ENOUGH_MS = 30_000;
const HELLO = 'Hello!';
const GREETING = 'Good evening, the Olive Tree.';
const MAY_LISTEN = { permissions: ['microphone'] };
/** The concierge, who waits to be spoken to: what is typed is answered at once. */
const reserved: Agent<Visit> = {
  ...concierge,
  configure_session: async (input) => ({ ...(await concierge.configure_session(input)), first_message: '' }),
};

/** The concierge, who is still speaking when one interrupts, however slow the machine is. */
const talkative: Agent<Visit> = {
  ...concierge,
  configure_session: async (input) => ({
    ...(await concierge.configure_session(input)),
    first_message: `${GREETING} `.repeat(20),
  }),
};

vi.setConfig({ testTimeout: 2 * ENOUGH_MS });

let folder: string;
let server: RunningServer;
let greeting: RunningServer;
/** Its microphone is silent. */
let browser: Browser;
let without: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-page-'));
  const silence = await writeSilence(folder);
  server = await serve({ agent: reserved, phrases, port: 0 });
  greeting = await serve({ agent: talkative, port: 0 });
  [browser, without] = await Promise.all([launch(silence, 'if granted'), launch()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), without.close()]);
  await Promise.all([server.close(), greeting.close()]);
  await rm(folder, { recursive: true });
});

describe('without a microphone', () => {
  test('who refuses it reads so, and goes on by typing', async () => {
    const page = await open(browser);
    await button(page, 'Talk').click();
    await page.getByText('The browser may not use the microphone.').waitFor();
    await button(page, 'Go on by typing').click();
    // Where the focus is, and before the server has answered.
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await agentLine(page, HELLO).waitFor();
    expect(await page.getByRole('alert').isVisible()).toBe(false);
  });

  test('who has none reads so, and goes on by typing', async () => {
    const page = await open(without);
    await button(page, 'Talk').click();
    await page.getByText('No microphone is connected.').waitFor();
    await page.getByLabel('Or type').fill('hello');
    await button(page, 'Send').click();
    await agentLine(page, HELLO).waitFor();
  });

  test('the phrases that the agent understands are buttons, and are answered', async () => {
    const page = await open(without);
    const offered = page.getByRole('region', { name: 'What it understands' }).getByRole('button');
    await offered.first().waitFor();
    expect(await offered.allInnerTexts()).toEqual(phrases);
    await button(page, 'hello').click();
    await agentLine(page, HELLO).waitFor();
    expect(await page.locator('.line.user p').allInnerTexts()).toEqual(['hello']);
  });
});

describe('when the server goes away', () => {
  test('the page says that the connection is lost, and keeps the conversation', async () => {
    const { url, kill } = await serveElsewhere();
    const page = await open(without, {}, url);
    await button(page, 'hello').click();
    await agentLine(page, GREETING).waitFor();
    kill();
    await page.getByText('The connection to the server was lost.').waitFor();
    expect(await agentLine(page, GREETING).isVisible()).toBe(true);
  });

  test('the page says that the server is shutting down, then that it does not answer, and connects when it is back', async () => {
    const first = await serve({ agent: concierge, port: 0 });
    const page = await open(browser, MAY_LISTEN, first.url);
    await button(page, 'Talk').click();
    await page.getByText('The agent is speaking.').waitFor();
    await first.close();
    await page.getByText('The server is shutting down.').waitFor();
    await button(page, 'Talk').click();
    await page.getByText('The server does not answer.').waitFor();
    const second = await serve({ agent: concierge, port: Number(new URL(first.url).port) });
    onTestFinished(() => second.close());
    await button(page, 'Talk').click();
    await page.getByText('The agent is speaking.').waitFor();
    expect(await page.getByRole('alert').isVisible()).toBe(false);
  });
});

describe('by keyboard', () => {
  test.each(['Enter', 'Space'])('Tab reaches Talk, which shows it, and %s starts and ends', async (key) => {
    const page = await open(browser, MAY_LISTEN);
    await page.keyboard.press('Tab');
    const outline = await page.locator(':focus').evaluate((focused) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      return [focused.textContent, outlineStyle, Number.parseFloat(outlineWidth)];
    });
    expect(outline).toEqual(['Talk', 'solid', 3]);
    await page.keyboard.press(key);
    await button(page, 'End').waitFor();
    await page.keyboard.press(key);
    await button(page, 'Talk').waitFor();
    await page.getByText('The conversation is over.').waitFor();
  });

  test('Escape interrupts, and what was not heard is crossed out', async () => {
    const page = await open(browser, MAY_LISTEN, greeting.url);
    await button(page, 'Talk').press('Enter');
    await page.getByText('The agent is speaking.').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.line.agent del').waitFor();
    await page.getByText('Listening.').waitFor();
  });

  test('M mutes and unmutes, but not where one types', async () => {
    const page = await open(browser, MAY_LISTEN);
    await button(page, 'Talk').press('Enter');
    await button(page, 'End').waitFor();
    const mute = (pressed: boolean): Locator => page.getByRole('button', { name: 'Mute', pressed });
    await page.keyboard.press('m');
    await mute(true).waitFor();
    await page.getByLabel('Or type').press('m');
    expect(await mute(true).count()).toBe(1);
    expect(await page.getByLabel('Or type').inputValue()).toBe('m');
    await button(page, 'End').press('Shift+M');
    await mute(false).waitFor();
  });
});

describe('on any screen', () => {
  test('of 360 px, nothing lies beside it, before a conversation and in it', async () => {
    const page = await open(without, { viewport: { width: 360, height: 740 } });
    await button(page, 'hello').waitFor();
    expect(await beside(page)).toEqual([]);
    await button(page, 'tell me about the restaurant').click();
    await agentLine(page, 'With pleasure.').waitFor();
    await page.locator('#answers tr').waitFor();
    expect(await beside(page)).toEqual([]);
  });

  test('that is dark, it is dark', async () => {
    const [bright, dark] = [await open(without), await open(without, { colorScheme: 'dark' })];
    const contrast = (page: Page): Promise<number> =>
      page.locator('body').evaluate((body) => {
        const { color, backgroundColor } = getComputedStyle(body);
        const green = (css: string): number => Number(css.match(/\d+/g)?.[1]);
        return green(color) - green(backgroundColor);
      });
    expect(await contrast(bright)).toBeLessThan(-128);
    expect(await contrast(dark)).toBeGreaterThan(128);
  });

  test('for those who want less motion nothing moves', async () => {
    const [lively, calm] = [await open(without), await open(without, { reducedMotion: 'reduce' })];
    expect(await moving(lively)).toContain('talk');
    expect(await moving(calm)).toEqual([]);
  });
});

test('a conversation logs nothing in the browser and sends no request to another host', async () => {
  const page = await without.newPage();
  onTestFinished(() => page.close());
  const [complaints, asked] = [[] as string[], [] as string[]];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  const answer = await page.goto(server.url);
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'");
  await button(page, 'what time is it').click();
  await agentLine(page, 'It is').waitFor();
  await page.locator('#answers tr').waitFor();
  await button(page, 'End').click();
  await page.getByText('The conversation is over.').waitFor();
  expect(complaints).toEqual([]);
  const paths = asked.map((url) => new URL(url).pathname);
  expect(paths).toEqual(expect.arrayContaining(['/', '/assets/page/main.js', '/v1/sessions']));
  expect(new Set(asked.map((url) => new URL(url).host))).toEqual(new Set([new URL(server.url).host]));
});

test('in an app of another, with a page of its own, the client is answered under the prefix of the plugin', async () => {
  const app = fastify({ forceCloseConnections: true });
  app.get('/', (_request, reply) => reply.type('text/html').send(OTHER_PAGE));
  app.get('/menu', () => ['olives']);
  await app.register(fastifyStatic, { root: join(DIST, 'src'), prefix: '/modules/' });
  await app.register(antiphon, { agent: reserved, prefix: '/voice' });
  const page = await open(without, {}, await app.listen({ port: 0 }));
  onTestFinished(() => app.close());
  await button(page, 'Order').click();
  await page.getByText(HELLO).waitFor();
  expect(await page.evaluate(async () => await (await fetch('/menu')).json())).toEqual(['olives']);
});

const OTHER_PAGE = `<!doctype html>
<title>The Olive Tree</title>
<button>Order</button>
<p></p>
<script type="module">
  import { createCall } from '/modules/client/index.js';

  document.querySelector('button').addEventListener('click', async () => {
    const call = createCall({ sessionsUrl: '/voice/v1/sessions', microphone: false });
    call.on('message', ({ type, delta }) => {
      if (type === 'agent.text') document.querySelector('p').append(delta);
    });
    await call.start();
    call.say('hello');
  });
</script>`;

/** The page of a server, in a browser that knows nothing of any before. */
async function open(from: Browser, options: BrowserContextOptions = {}, url: string = server.url): Promise<Page> {
  const page = await from.newPage(options);
  onTestFinished(() => page.close());
  page.setDefaultTimeout(ENOUGH_MS);
  await page.goto(url);
  return page;
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

function agentLine(page: Page, text: string): Locator {
  return page.locator('.line.agent', { hasText: text });
}

/** The same in a process of its own, which exits without closing its connections, and would wait 2 s for its clients. */
async function serveElsewhere(): Promise<{ readonly url: string; readonly kill: () => void }> {
  const script = join(import.meta.dirname, 'serveBriefly.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const kill = (): void => void child.kill('SIGKILL');
  onTestFinished(async () => {
    kill();
    await exit;
  });
  for await (const line of createInterface(child.stdout)) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return { url, kill };
  }
  throw new Error('the server ended before it served');
}

/** What of the page the screen is too narrow for: its controls, but for the row of phrases that scrolls, and the page itself. */
function beside(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const controls = [...document.querySelectorAll('button:not(.phrase), input')].filter((control) => {
      const { left, right } = control.getBoundingClientRect();
      return left < 0 || right > clientWidth;
    });
    const whole = scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth} px`] : [];
    return [...whole, ...controls.map(({ textContent }) => textContent)];
  });
}

/** The ids of what does not change at once. */
function moving(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return transitionDuration !== '0s' || animationName !== 'none';
      })
      .map(({ id }) => id),
  );
}
