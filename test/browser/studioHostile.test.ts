// @module-tag chromium
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABS } from '../../src/studio/page/logic/route.ts';
import { runs } from '../properties/runs.ts';
import { launch } from './chromium.ts';
import { callAt, openStudio, serveStudio, type ServedStudio } from './studio.ts';

const PIECES = [
  '<img src=x onerror="window.hacked=1">',
  '"><script>window.hacked=1</script>',
  '<svg onload=window.hacked=1>',
  '</title></style></text></svg><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  'javascript:window.hacked=1',
  '<a href="javascript:window.hacked=1">x</a>',
  '<form action="https://evil.example"><input name=x></form>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  "' onfocus=window.hacked=1 autofocus x='",
  '<animate onbegin=window.hacked=1 attributeName=x dur=1s>',
  '&lt;img src=x onerror=window.hacked=1&gt;',
  '{{constructor.constructor("window.hacked=1")()}}',
  '__proto__',
  '\u202Eevil\u202C\u0000\uD800',
  `]]>--><!--${'x'.repeat(3000)}`,
];

/** What the page tells apart by its value: the server writes it, not a recording. */
const VALUES_OF_SERVER = new Set([
  'who',
  'kind',
  'name',
  'reason',
  'policy',
  'recordedAt',
  'unit',
  'stream',
  'utterance',
  'turn',
]);

let studio: ServedStudio;
let browser: Browser;
beforeAll(async () => {
  [studio, browser] = await Promise.all([serveStudio(spoil), launch()]);
});
afterAll(() => Promise.all([browser.close(), studio.close()]));

/** Adds a recording in which everything that was said is hostile. */
async function spoil(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'concierge.jsonl'), 'utf8');
  const evil = JSON.stringify(PIECES.slice(0, 12).join(' ')).slice(1, -1);
  await writeFile(join(folder, 'evil.jsonl'), text.replaceAll('what time is it', evil).replaceAll('Olive Tree', evil));
}

describe('a hostile recording', () => {
  test.each(['', ...TABS.map((tab) => callAt('evil', `tab=${tab}&at=8.000`))])(
    'is only shown, at %s',
    async (place) => {
      const { page } = await openStudio(browser, studio);
      const seen = watch(page);
      await page.goto(`${studio.origin}/${place}`);
      await settle(page);
      await expectHarmless(page, seen);
    },
  );
});

describe('whatever the server sends', () => {
  const texts = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(' '));
  const samples = fc.sample(texts, runs(2));

  test.each(samples.map((text, index) => [index, text] as const))('is text, with sample %i', async (index, text) => {
    const { page } = await openStudio(browser, studio);
    const seen = watch(page);
    await page.route('**/api/**', (route) => answerHostile(route, text));
    await page.reload();
    await settle(page);
    for (const tab of TABS) {
      await page.goto(`${studio.origin}/${callAt('concierge', `tab=${tab}&at=${8 + index}.000`)}`);
      await settle(page);
      await openAll(page);
      await expectHarmless(page, seen);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

interface Seen {
  readonly dialogs: string[];
  readonly elsewhere: string[];
  readonly errors: string[];
}

function watch(page: Page): Seen {
  const seen: Seen = { dialogs: [], elsewhere: [], errors: [] };
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(studio.origin)) seen.elsewhere.push(request.url());
  });
  page.on('pageerror', ({ message }) => seen.errors.push(message));
  return seen;
}

/** Replaces every text of an answer that a recording can choose. */
async function answerHostile(route: Route, text: string): Promise<void> {
  if (
    !/json|ndjson/u.test((await route.request().headerValue('accept')) ?? 'json') &&
    route.request().resourceType() !== 'fetch'
  )
    return route.continue();
  const response = await route.fetch();
  const body: unknown = await response.json().catch(() => null);
  if (body === null) return route.fulfill({ response });
  return route.fulfill({ response, body: JSON.stringify(spoilValue(body, text)) });
}

function spoilValue(value: unknown, text: string, key = ''): unknown {
  if (typeof value === 'string') return VALUES_OF_SERVER.has(key) ? value : `${text}${value}`;
  if (Array.isArray(value)) return value.map((inner) => spoilValue(inner, text, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoilValue(inner, text, name)]));
}

async function settle(page: Page): Promise<void> {
  await page.locator('.call-body, .row .c-id, .row .fault, [role=alert]').first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function openAll(page: Page): Promise<void> {
  const closed = page.locator('.card .quiet-button[aria-expanded=false]');
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
  await page.waitForLoadState('networkidle');
}

async function expectHarmless(page: Page, seen: Seen): Promise<void> {
  const found = await page.evaluate(() => ({
    hacked: 'hacked' in globalThis,
    elements: [
      ...document.querySelectorAll(
        'img, iframe, object, embed, script:not([src]), base, animate, form:not([role=search])',
      ),
    ].length,
    sheets: document.querySelectorAll('link[rel=stylesheet]').length,
    handlers: [...document.querySelectorAll('*')].flatMap(({ attributes }) =>
      [...attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => name),
    ),
    links: [...document.querySelectorAll('a[href]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter(
        (href) => !href.startsWith('#/') && !href.startsWith('https://github.com/antiphon/antiphon/blob/main/docs/'),
      ),
  }));
  expect(found).toEqual({ hacked: false, elements: 0, sheets: 1, handlers: [], links: [] });
  expect(seen).toEqual({ dialogs: [], elsewhere: [], errors: [] });
}
