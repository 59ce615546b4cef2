// @module-tag chromium
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientMessage, RunningServer, ServerMessage } from 'antiphon/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { writeWav } from '../../examples/talk/wav.ts';
import { asSpoken } from '../support/asSpoken.ts';
import { launch } from './chromium.ts';
import { seatGuest, type Guest } from './guest.ts';
import { listenTo, type Loudness } from './listening.ts';
import { serveConcierge } from './serveConcierge.ts';

/** Of the agent's audio on the wire, in Hz. */
const WIRE_RATE = 24_000;
const QUESTION = 'what time is it';
const ABOUT = 'tell me about the restaurant';
const STORY = selectAnswer([{ role: 'user', content: ABOUT }]).text;
const ENOUGH_MS = 60_000;
/** Time that a page has to report what it has played. After that, the session estimates it. */
const REPORT_MS = 250;
const IMAGE = join(import.meta.dirname, '../../docs/images/page.png');

/** A conversation in Chromium, held once. Everything in it is real except the guest, who waits for the agent as people do. */
let folder: string;
let server: RunningServer;
let browser: Browser;
let page: Page;
let received: readonly ServerMessage[];
let sent: readonly ClientMessage[];
let heard: readonly Loudness[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-browser-'));
  const microphone = join(folder, 'silence.wav');
  await writeWav(microphone, { sampleRate: 48_000, channels: [new Int16Array(48_000)] });
  server = await serveConcierge({});
  browser = await launch(microphone);
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const wire = listenIn(page);
  const [guest, loudness] = [await seatGuest(page), await listenTo(page)];
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Talk' }).click();
  await converse(guest, wire);
  await page.locator('#lines').getByText('Of course. What else can I do for you?').waitFor({ timeout: ENOUGH_MS });
  await page.getByText('Listening.').waitFor({ timeout: ENOUGH_MS });
  if (process.env['SCREENSHOT'] !== undefined) await picture();
  [received, sent] = [wire.down, wire.up];
  heard = await loudness();
}, 2 * ENOUGH_MS);
afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** Asks when the greeting has been heard, and again after the answer. Interrupts the long answer after 3 s of it. */
async function converse(guest: Guest, { down, up, until }: Wire): Promise<void> {
  const hasStopped = (count: number): boolean =>
    down.filter(({ type }) => type === 'agent.speech_stopped').length >= count;
  const hasPlayed = (message: ClientMessage | undefined): boolean =>
    message?.type === 'playback.position' && message.played_samples > 3 * WIRE_RATE;
  await until(() => hasStopped(1));
  await guest.say(QUESTION);
  await until(() => hasStopped(2));
  await guest.say(ABOUT);
  await until(() => hasPlayed(up.findLast(({ type }) => type === 'playback.position')));
  await guest.say('stop');
}

describe('a conversation in a browser', () => {
  test('what was spoken is what was understood', () => {
    const messages = notes('message.added').filter(({ message }) => message.role === 'user');
    expect(messages.map(({ message }) => message.content)).toEqual([QUESTION, ABOUT, 'stop']);
  });

  test('the answers are heard', () => {
    for (const { utterance_id } of notes('agent.speech_stopped').filter(({ reason }) => reason === 'complete')) {
      const played = sent.flatMap((message) =>
        'utterance_id' in message && message.utterance_id === utterance_id ? [message] : [],
      );
      expect(played.at(0)?.type).toBe('playback.started');
      expect(played.at(-1)?.type).toBe('playback.finished');
    }
    expect(stretches(heard).length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...heard.map(({ rms }) => rms))).toBeGreaterThan(0.05);
  });

  test('speech interrupts the long answer, and the history keeps the whole words that were played', async () => {
    const { text, played_samples, utterance_id, t_ms } = theInterruption();
    const { words } = await asSpoken(STORY, WIRE_RATE);
    const last = words.filter(({ endMs }) => endMs <= (played_samples * 1000) / WIRE_RATE).at(-1);
    expect(played_samples).toBeGreaterThan(WIRE_RATE);
    expect(text).toBe(STORY.slice(0, last?.to));
    const reports = sent.filter((message) => 'utterance_id' in message && message.utterance_id === utterance_id);
    const clearedMs = notes('clear').at(-1)?.t_ms ?? 0;
    const isEstimated = t_ms - clearedMs >= REPORT_MS;
    const isPlayed = (samples: number): boolean => isEstimated || samples === played_samples;
    expect(reports.at(-1)).toMatchObject({ type: 'playback.cleared', played_samples: expect.toSatisfy(isPlayed) });
  });

  test('when it is interrupted the sound stops, though most of the answer was still to come', () => {
    const whole = stretches(heard);
    expect(Math.max(...whole.map(({ ms }) => ms))).toBeLessThan(8000);
    expect(STORY.length / 15).toBeGreaterThan(20);
  });

  test('the page shows what was heard, and crosses out what was not', async () => {
    const line = page.locator('.line.agent', { hasText: 'With pleasure.' });
    const cut = line.locator('del');
    expect(await cut.innerText()).not.toBe('');
    const shown = (await line.locator('p').innerText()).replace(await cut.innerText(), '').trim();
    expect(shown).toBe(theInterruption().text);
  });

  test('the page shows the nine events, the timeline and how long each answer took', async () => {
    // A busy machine may add diagnostics, such as `slow_reply`.
    const names = await page.locator('#events .event:not(.error) code').allInnerTexts();
    expect(new Set(names).size).toBe(9);
    expect(await page.locator('#answers tr').count()).toBe(3);
    for (const part of LANES)
      expect(await page.locator(`#tiles .${part.replace(' ', '.')}`).count(), part).toBeGreaterThan(0);
  });

  test('the messages of the server are numbered without a gap, and their time does not go back', () => {
    expect(received.map(({ seq }) => seq)).toEqual(received.map((_, index) => index));
    expect(received.every(({ t_ms }, index) => t_ms >= (received[index - 1]?.t_ms ?? 0))).toBe(true);
  });
});

/** What lies on the lanes of the timeline. */
const LANES = [
  'wave user',
  'bar vad',
  'spoken',
  'bar model',
  'bar function',
  'bar voice',
  'wave agent',
  'marble user',
  'marble agent',
  'interruption',
];

/** Every text frame of the page's WebSocket, in both directions. */
interface Wire {
  readonly down: ServerMessage[];
  readonly up: ClientMessage[];
  /** Resolves when a frame makes it true. */
  until(isTrue: () => boolean): Promise<void>;
}

function listenIn(on: Page): Wire {
  const [down, up]: [ServerMessage[], ClientMessage[]] = [[], []];
  let settle = (): void => undefined;
  const note =
    (into: unknown[]) =>
    ({ payload }: { payload: string | Buffer }) => {
      if (typeof payload === 'string') into.push(JSON.parse(payload));
      settle();
    };
  on.on('websocket', (socket) => {
    socket.on('framereceived', note(down));
    socket.on('framesent', note(up));
  });
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise<void>((resolve) => (settle = resolve));
  };
  return { down, up, until };
}

function notes<Type extends ServerMessage['type']>(type: Type): Extract<ServerMessage, { readonly type: Type }>[] {
  return received.filter(
    (message): message is Extract<ServerMessage, { readonly type: Type }> => message.type === type,
  );
}

function theInterruption(): Extract<ServerMessage, { readonly type: 'agent.interrupted' }> {
  const [only, ...others] = notes('agent.interrupted');
  if (only === undefined || others.length > 0)
    throw new Error(`expected one interruption, got ${notes('agent.interrupted').length}`);
  return only;
}

/** Longer than a pause between sentences, shorter than the silence between an interruption and the next answer. */
const GAP_MS = 600;

function stretches(all: readonly Loudness[]): readonly { readonly fromMs: number; readonly ms: number }[] {
  const loud = all.filter(({ rms }) => rms > 0.005).map(({ atMs }) => atMs);
  const starts = loud.filter((atMs, index) => index === 0 || atMs - (loud[index - 1] ?? 0) > GAP_MS);
  return starts.map((fromMs, index) => {
    const next = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const last = loud.findLast((atMs) => atMs < next) ?? fromMs;
    return { fromMs, ms: last - fromMs };
  });
}

/** The picture in the README. */
async function picture(): Promise<void> {
  await mkdir(join(IMAGE, '..'), { recursive: true });
  // The whole conversation fits into its box.
  await page.setViewportSize({ width: 1280, height: 1080 });
  await page.screenshot({ path: IMAGE, fullPage: true });
}
