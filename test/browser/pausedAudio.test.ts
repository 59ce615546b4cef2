// @module-tag chromium
import type { RunningServer } from 'antiphon/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { launch } from './chromium.ts';
import { serveConcierge } from './serveConcierge.ts';
import { watchPlayback } from './watchPlayback.ts';

const ENOUGH_MS = 30_000;
/** Enough of the agent's audio to tell that it plays, in samples. */
const SOME = 12_000;

vi.setConfig({ testTimeout: 3 * ENOUGH_MS });

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  browser = await launch();
  server = await serveConcierge({});
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

test('audio that is suspended goes on by itself, and the page has nothing to say', async () => {
  const { page, pause, playsOn } = await converse();
  await pause('until asked');
  await playsOn();
  expect(await page.getByRole('alert').isVisible()).toBe(false);
});

describe('while the browser keeps the audio paused', () => {
  test('the page says so and has a button, which lets it go on where it stopped', async () => {
    const { page, pause, allow, played, playsOn } = await converse();
    await pause('until allowed');
    await page.getByText('The browser has paused the sound.').waitFor();
    const before = played();
    await allow();
    await page.getByRole('button', { name: 'Turn the sound on' }).click();
    await page.getByText('The browser has paused the sound.').waitFor({ state: 'hidden' });
    await playsOn();
    expect(played()).toBeGreaterThan(before);
  });

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['a click anywhere', (page) => page.getByRole('heading', { name: 'Antiphon' }).click()],
    ['a key', (page) => page.keyboard.press('Shift')],
    ['the page as it comes back', (page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))],
  ])('%s lets it go on', async (_, act) => {
    const { page, pause, allow, playsOn } = await converse();
    await pause('until allowed');
    await page.getByText('The browser has paused the sound.').waitFor();
    await allow();
    await act(page);
    await page.getByText('The browser has paused the sound.').waitFor({ state: 'hidden' });
    await playsOn();
  });
});

interface Conversation {
  readonly page: Page;
  /** Suspends the audio of the page. Until it is allowed, an attempt to resume it does not settle, as in a telephone call. */
  readonly pause: (until: 'until asked' | 'until allowed') => Promise<void>;
  readonly allow: () => Promise<void>;
  /** Samples of the agent that the page has reported as played. */
  readonly played: () => number;
  /** Resolves when more of the agent has been played than at the call. */
  readonly playsOn: () => Promise<void>;
}

/** Functions of the page. */
interface PausableAudio {
  pauseAudio(isForbidden: boolean): Promise<unknown>;
  allowAudio(): void;
}

/** A page on which the agent is giving a long answer. */
async function converse(): Promise<Conversation> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  page.setDefaultTimeout(ENOUGH_MS);
  await page.addInitScript(makeAudioPausable);
  const played = watchPlayback(page);
  await page.goto(server.url);
  await page.getByLabel('Or type').fill('tell me about the restaurant');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => played() > SOME, { timeout: ENOUGH_MS }).toBe(true);
  return {
    page,
    pause: async (until) => {
      await page.evaluate(
        (isForbidden) => (globalThis as unknown as PausableAudio).pauseAudio(isForbidden),
        until === 'until allowed',
      );
    },
    allow: () => page.evaluate(() => (globalThis as unknown as PausableAudio).allowAudio()),
    played,
    playsOn: async () => {
      const before = played();
      await expect.poll(() => played() > before + SOME, { timeout: ENOUGH_MS }).toBe(true);
    },
  };
}

/** Runs in the page, before its scripts. */
function makeAudioPausable(): void {
  const contexts: AudioContext[] = [];
  let isForbidden = false;
  const { AudioContext: Original } = globalThis;
  globalThis.AudioContext = class extends Original {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.push(this);
    }

    override resume(): Promise<void> {
      return isForbidden ? new Promise(() => undefined) : super.resume();
    }
  };
  const audio: PausableAudio = {
    pauseAudio: (now) => {
      isForbidden = now;
      return Promise.all(contexts.map((context) => context.suspend()));
    },
    allowAudio: () => {
      isForbidden = false;
    },
  };
  Object.assign(globalThis, audio);
}
