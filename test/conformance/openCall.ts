import type { Page } from 'playwright-core';
import type { ServeOptions } from '../../src/server/serve.ts';
import { createWebRtc } from '../../src/webrtc/createWebRtc.ts';
import { launch } from '../browser/chromium.ts';
import type { ClientOptions } from '../dialects/dialect.ts';
import { listenIn } from '../dialects/pageEar.ts';
import { ON_LOOPBACK } from '../dialects/webRtc.ts';
import type { Pages } from './servePages.ts';

/** Options of a server for clients over WebRTC in these pages. */
export function takesCalls({ origin }: Pages): Partial<ServeOptions> {
  return {
    realtime: {},
    webrtc: createWebRtc({ allow_private_candidates: true, addresses: ['127.0.0.1'] }),
    allowed_origins: [origin],
  };
}

export interface OpenCall {
  readonly page: Page;
  close(): void;
}

/** Opens the page, whose function `connect` gets a client secret and the address. `exposed`: what the page can call, and `hear`: what it plays. */
export async function openCall(
  url: string,
  { origin }: Pages,
  connect: string,
  exposed: Readonly<Record<string, (argument: number) => void>> = {},
  hear?: ClientOptions['hear'],
): Promise<OpenCall> {
  const browser = await launch(undefined, 'always', ON_LOOPBACK);
  const page = await browser.newPage();
  for (const [name, call] of Object.entries(exposed)) await page.exposeFunction(name, call);
  await listenIn(page, hear);
  await page.goto(origin);
  await page.waitForFunction('globalThis.talk !== undefined');
  const response = await fetch(`${url}/v1/realtime/client_secrets`, { method: 'POST' });
  const { value: apiKey } = (await response.json()) as { readonly value: string };
  await page.evaluate(`${connect}(${JSON.stringify({ apiKey, url: `${url}/v1/realtime/calls` })})`);
  return { page, close: () => void browser.close() };
}
