import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import type { ClientOptions, Dialect } from './dialect.ts';
import { listenIn } from './pageEar.ts';
import { PIPECAT_EVENTS, type PipecatEvent } from './pipecat.ts';

/** The page of Pipecat's client. */
export interface PipecatPages {
  readonly origin: string;
  close(): void;
}

/** Serves the page and the packages of the client, on loopback. */
export async function servePipecatPages(): Promise<PipecatPages> {
  const html = await readFile(join(import.meta.dirname, 'pipecatPage.html'), 'utf8');
  const script = await bundle();
  const server = createServer(({ url }, response) => {
    const isPage = url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript');
    response.end(isPage ? html : script);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Opens the page. `note` receives every event of the client, `played` what it has played so far, in ms, and `hear` its sound. */
export async function openPipecatPage(
  browser: Browser,
  origin: string,
  note: (event: PipecatEvent) => void,
  played: (ms: number) => void = () => undefined,
  hear?: ClientOptions['hear'],
): Promise<Page> {
  const page = await browser.newPage();
  await page.exposeFunction('note', (name: PipecatEvent['name'], data: unknown) => note({ name, data }));
  await page.exposeFunction('hasPlayed', played);
  await listenIn(page, hear);
  await page.goto(origin);
  await page.waitForFunction('globalThis.join !== undefined');
  return page;
}

/** Starts a session in the page. */
export async function joinInPage(page: Page, url: string): Promise<void> {
  await runIn(page, `join(${JSON.stringify(`${url}/v1/rtvi/connect`)}, ${JSON.stringify(PIPECAT_EVENTS)})`);
}

/** Runs code in the page. Its errors have no stack: vitest would look for files of the page. */
export async function runIn(page: Page, code: string): Promise<unknown> {
  return page.evaluate(code).catch(({ message }: Error) => {
    const error = new Error(message.split('\n')[0]);
    error.stack = '';
    throw error;
  });
}

/** Pipecat's client in Chromium, with its own recorder and player. */
export function createPipecatPageDialect(
  browser: () => Browser,
  origin: string,
  note: (event: PipecatEvent) => void,
): Dialect {
  return {
    options: { rtvi: { report_functions: 'all' }, allowed_origins: [origin] },
    connect: async (url, { hear } = {}) => {
      let playedMs = 0;
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const receive = (event: PipecatEvent): void => {
        note(event);
        if (event.name === 'onDisconnected') end();
      };
      const page = await openPipecatPage(browser(), origin, receive, (ms) => (playedMs = ms), hear);
      await joinInPage(page, url);
      return {
        speak: async (ms) => void (await runIn(page, `hold(${ms}, true)`)),
        listen: async (ms) => void (await runIn(page, `hold(${ms}, false)`)),
        playedMs: () => playedMs,
        ended,
        close: () => void page.close(),
      };
    },
  };
}

/** Bundles the packages of the client, as an application does. */
async function bundle(): Promise<string> {
  const entry = 'pipecat';
  const exports = ['@pipecat-ai/client-js', '@pipecat-ai/websocket-transport'].map(
    (name) => `export * from '${name}';`,
  );
  const made = await rolldown({
    cwd: import.meta.dirname,
    input: entry,
    platform: 'browser',
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? join(import.meta.dirname, 'pipecatEntry.mjs') : undefined),
        load: (id) => (id.endsWith('pipecatEntry.mjs') ? exports.join('\n') : undefined),
      },
    ],
  });
  const { output } = await made.generate({ format: 'esm', codeSplitting: false });
  await made.close();
  return output[0].code;
}
