import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectAnswer } from '../../examples/concierge/answers.ts';
import { launch } from '../browser/chromium.ts';
import { ON_LOOPBACK } from '../dialects/webRtc.ts';
import { recordGuest } from '../browser/microphone.ts';
import { serveConcierge } from '../browser/serveConcierge.ts';
import { createWebRtc } from '../../src/webrtc/createWebRtc.ts';
import { asSpoken } from '../support/asSpoken.ts';
import { servePages, type Pages } from './servePages.ts';

interface Item {
  readonly itemId: string;
  readonly type: string;
  readonly role?: string;
  readonly status?: string;
  readonly content?: readonly { readonly transcript: string | null }[];
}

interface Event {
  readonly type: string;
  readonly item_id?: string;
  readonly response_id?: string;
  readonly audio_end_ms?: number;
  readonly item?: Readonly<Record<string, unknown>>;
}

/** What the page has noted. */
interface Seen {
  readonly history: readonly Item[];
  readonly events: readonly Event[];
  readonly cuts: readonly { readonly responseId: string; readonly playedMs: number }[];
  readonly errors: readonly string[];
  readonly isClosed: boolean;
}

const KEY = 'key of the shop';
const SAMPLE_RATE = 24_000;
const QUESTION = 'what time is it';
const ABOUT = 'tell me about the restaurant';
const STORY = selectAnswer([{ role: 'user', content: ABOUT }]).text;
const SORRY = 'Of course. What else can I do for you?';
/** Silence enough for the greeting and for an answer on a busy machine. */
const SCRIPT = [
  [8, QUESTION],
  [10, ABOUT],
  [5, 'stop'],
] as const;
const ENOUGH_MS = 60_000;
const AUDIO_EVENTS = /^(response\.output_audio\.delta|output_audio_buffer\.\w+)$/u;

/** A conversation in Chromium with the engines of this machine, held once for each transport. The microphone plays a file. */
let folder: string;
let pages: Pages;
let server: Awaited<ReturnType<typeof serveConcierge>>;
let browser: Browser;
let page: Page;
let seen: Seen;
let options: { readonly transport: string; readonly url: string; readonly apiKey: string };

/** The events about the agent's audio, and the error of a secret that was used. */
const TRANSPORTS = [
  {
    transport: 'websocket',
    pathOf: (url: string) => `${url.replace('http', 'ws')}/v1/realtime`,
    audio: ['response.output_audio.delta'],
    again: 'Event',
  },
  {
    transport: 'webrtc',
    pathOf: (url: string) => `${url}/v1/realtime/calls`,
    audio: ['output_audio_buffer.started', 'output_audio_buffer.stopped', 'output_audio_buffer.cleared'],
    again: 'Realtime call request failed with status 4',
  },
];

describe.each(TRANSPORTS)('the Agents SDK in a page, over $transport', ({ transport, pathOf, audio, again }) => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'antiphon-realtime-'));
    const microphone = join(folder, 'microphone.wav');
    await recordGuest(microphone, SCRIPT);
    pages = await servePages();
    const { origin } = pages;
    server = await serveConcierge({
      realtime: {},
      webrtc: createWebRtc({ allow_private_candidates: true, addresses: ['127.0.0.1'] }),
      page: false,
      allowed_origins: [origin],
      authenticate: ({ headers }) =>
        headers.authorization === `Bearer ${KEY}` ? { name: 'shop', scopes: ['sessions:start'] } : undefined,
    });
    browser = await launch(microphone, 'always', ON_LOOPBACK);
    page = await browser.newPage();
    await page.goto(origin);
    await page.waitForFunction('globalThis.talk !== undefined', undefined, { timeout: ENOUGH_MS });
    options = { transport, url: pathOf(server.url), apiKey: await createClientSecret() };
    await call('talk', options);
    await page.waitForFunction(isOver, SORRY, { timeout: ENOUGH_MS, polling: 200 });
    seen = await page.evaluate<Seen>('seen');
    await call('hangUp');
  }, 3 * ENOUGH_MS);
  afterAll(async () => {
    await browser.close();
    await server.close();
    pages.close();
    await rm(folder, { recursive: true });
  });

  test('what was spoken is what was understood', () => {
    expect(messagesOf('user').map(transcriptOf)).toEqual([QUESTION, ABOUT, 'stop']);
    expect(seen.errors).toEqual([]);
  });

  test('a function is called on the server, and the agent says its result', () => {
    const [call, result] = seen.events.flatMap(({ type, item }) =>
      type === 'conversation.item.done' && item?.['call_id'] !== undefined ? [item] : [],
    );
    expect(call).toMatchObject({ type: 'function_call', name: 'current_time' });
    expect(result).toMatchObject({ type: 'function_call_output', call_id: call?.['call_id'] });
    expect(messagesOf('assistant').map(transcriptOf)[1]).toBe(`It is ${String(result?.['output'])}.`);
  });

  test('speech interrupts the long answer and no other', () => {
    expect(seen.cuts).toEqual([{ responseId: cutResponse(), playedMs: expect.any(Number) }]);
    expect(messagesOf('assistant').map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'incomplete',
      'completed',
    ]);
  });

  test('the history has exactly the words before the position that the page gets, within one of what it played', async () => {
    const { words } = await asSpoken(STORY, SAMPLE_RATE);
    const wordsUntil = (ms: number) => words.filter(({ endMs }) => endMs <= ms);
    const [first, ...others] = seen.events.filter(({ type }) => type === 'conversation.item.truncated');
    const heard = wordsUntil(first?.audio_end_ms ?? 0);
    expect(others.every(({ audio_end_ms: ms }) => ms === first?.audio_end_ms)).toBe(true);
    expect(transcriptOf(interrupted())).toBe(STORY.slice(0, heard.at(-1)?.to));
    expect(heard.length).toBeGreaterThan(2);
    expect(Math.abs(wordsUntil(seen.cuts[0]?.playedMs ?? 0).length - heard.length)).toBeLessThanOrEqual(1);
  });

  test('the audio is where the transport has it', () => {
    const seenTypes = seen.events.map(({ type }) => type).filter((type) => AUDIO_EVENTS.test(type));
    expect(new Set(seenTypes)).toEqual(new Set(audio));
  });

  test('the secret lets nobody in again', async () => {
    await expect(call('talk', options)).rejects.toThrow(again);
  });
});

/** What the backend of the page does. */
async function createClientSecret(): Promise<string> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/v1/realtime/client_secrets`, { method: 'POST', headers, body: '{}' });
  const { value } = (await response.json()) as { readonly value: string };
  return value;
}

async function call(name: string, argument?: object): Promise<void> {
  await page.evaluate(`${name}(${JSON.stringify(argument)})`);
}

function isOver(text: string): boolean {
  const { history } = (globalThis as unknown as { readonly seen: Seen }).seen;
  return history.some(({ status, content }) => status === 'completed' && content?.[0]?.transcript === text);
}

function messagesOf(role: string): readonly Item[] {
  return seen.history.filter((item) => item.role === role);
}

function interrupted(): Item {
  const [only, ...others] = seen.history.filter(({ status }) => status === 'incomplete');
  if (only === undefined || others.length > 0) throw new Error(`expected one, got ${JSON.stringify(seen.history)}`);
  return only;
}

function cutResponse(): string | undefined {
  return seen.events.find(
    ({ type, item_id }) => type === 'response.content_part.added' && item_id === interrupted().itemId,
  )?.response_id;
}

function transcriptOf({ content }: Item): string | null | undefined {
  return content?.[0]?.transcript;
}
