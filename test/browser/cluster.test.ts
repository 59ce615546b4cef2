// @module-tag chromium
import type { Browser, Page, WebSocket } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { readNodes, startCluster, type ClusterNode } from '../examples/clusterProcess.ts';
import { launch } from './chromium.ts';
import { listenTo, type Loudness } from './listening.ts';
import { watchPlayback } from './watchPlayback.ts';

const ENOUGH_MS = 60_000;
const ABOUT = 'tell me about the restaurant';
const STORY = selectAnswer([{ role: 'user', content: ABOUT }]).text;
/** The guest has heard so many samples of the answer when its node dies: 4 s. */
const HEARD = 96_000;
/** RMS of what a caller hears. */
const AUDIBLE = 0.005;
/** How long the caller hears nothing at most, in ms: 5 s on a quiet machine. */
const LONGEST_GAP_MS = 30_000;

test('npm run cluster: a page at the node that is killed comes back, and the concierge goes on where it was', {
  tags: ['redis-server'],
  timeout: 4 * ENOUGH_MS,
}, async ({ annotate }) => {
  const nodes = await readNodes(startCluster().stdout);
  const browser = await launch();
  onTestFinished(() => browser.close());
  const { page, node, loudness } = await converseAtOneNode(browser, nodes);
  const killedAtMs = await page.evaluate(() => performance.now());
  process.kill(node.pid, 'SIGKILL');
  await page.getByText('The connection was lost.').waitFor();
  await page.getByText('The connection was lost.').waitFor({ state: 'hidden' });
  const resumedAtMs = await page.evaluate(() => performance.now());
  const rest = page.locator('.line.agent.audible p');
  await rest.waitFor();
  await untilHeard(async () => (await loudness()).filter(({ atMs }) => atMs > resumedAtMs), 1000);

  const gapMs = longestGap(await loudness(), killedAtMs);
  const backMs = Math.round(resumedAtMs - killedAtMs);
  await annotate(
    `heard nothing for ${Math.round(gapMs)} ms; back in the session ${backMs} ms after its node was killed`,
  );
  expect(gapMs).toBeLessThan(LONGEST_GAP_MS);
  const words = (await rest.innerText()).trim().slice(0, 20);
  expect(STORY.indexOf(words)).toBeGreaterThan(0);
  expect(await page.locator('.line.user p').allInnerTexts()).toEqual([ABOUT]);
  await type(page, 'what time is it');
  await page.locator('.line.agent', { hasText: 'It is' }).waitFor();
  expect(await page.getByRole('alert').isVisible()).toBe(false);
});

interface ConversationAtNode {
  readonly page: Page;
  readonly node: ClusterNode;
  readonly loudness: () => Promise<readonly Loudness[]>;
}

/** Opens a page on which the agent is giving a long answer, at a node that also has its session. */
async function converseAtOneNode(browser: Browser, nodes: readonly ClusterNode[]): Promise<ConversationAtNode> {
  for (let attempt = 0; ; attempt += 1) {
    const node = nodes[attempt % nodes.length];
    if (node === undefined) throw new Error('there is no node');
    const page = await browser.newPage();
    page.setDefaultTimeout(ENOUGH_MS);
    const loudness = await listenTo(page);
    const played = watchPlayback(page);
    await page.goto(node.url);
    const opened = page.waitForEvent('websocket');
    await type(page, ABOUT);
    if (hostOf(await opened) === new URL(node.url).host) {
      await untilPlayed(played);
      return { page, node, loudness };
    }
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.close();
  }
}

async function untilPlayed(played: () => number): Promise<void> {
  await expect.poll(played, { timeout: ENOUGH_MS }).toBeGreaterThan(HEARD);
}

function hostOf(socket: WebSocket): string {
  return new URL(socket.url()).host;
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel('Or type').fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Resolves when so many ms have been audible, counted in steps of a frame of the screen. */
async function untilHeard(loudness: () => Promise<readonly Loudness[]>, ms: number): Promise<void> {
  const spanOf = (all: readonly Loudness[]): number => {
    const loud = all.filter(({ rms }) => rms > AUDIBLE).map(({ atMs }) => atMs);
    return (loud.at(-1) ?? 0) - (loud[0] ?? 0);
  };
  await expect.poll(async () => spanOf(await loudness()) >= ms, { timeout: ENOUGH_MS }).toBe(true);
}

/** The longest time without a sound that ends after a moment, in ms. */
function longestGap(all: readonly Loudness[], afterMs: number): number {
  const loud = all.filter(({ rms }) => rms > AUDIBLE).map(({ atMs }) => atMs);
  const gaps = loud.slice(1).map((atMs, index) => (atMs > afterMs ? atMs - (loud[index] ?? atMs) : 0));
  return Math.max(0, ...gaps);
}
