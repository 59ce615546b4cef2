import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Recording } from '../../src/record/format.ts';
import { startStudio } from '../../src/cli/studio/startStudio.ts';

const RECORDINGS = join(import.meta.dirname, '../recordings');

/** A running Studio on a copy of the recordings. */
export interface ServedStudio {
  /** The address with the token. */
  readonly address: string;
  readonly origin: string;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Writes a recording into the folder, with this name. */
export async function writeCall(folder: string, name: string, { head, lines }: Recording): Promise<void> {
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(join(folder, `${name}.jsonl`), text);
}

/** Serves recordings. `prepare` changes the folder before. */
export async function serveStudio(prepare: (folder: string) => Promise<void> = async () => {}): Promise<ServedStudio> {
  const root = await mkdtemp(join(tmpdir(), 'antiphon-studio-'));
  const folder = join(root, 'recordings');
  await cp(RECORDINGS, folder, { recursive: true });
  await prepare(folder);
  const studio = await startStudio({ path: folder, host: '127.0.0.1', port: 0, cacheFolder: join(root, 'cache') });
  return {
    address: studio.address,
    origin: studio.origin,
    folder,
    close: async () => {
      await studio.close();
      await rm(root, { recursive: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

export const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 } };

/** Opens Studio, at a call if one is named. Collects what the page complains of. */
export async function openStudio(
  browser: Browser,
  studio: ServedStudio,
  { place = '', ...options }: BrowserContextOptions & { readonly place?: string } = {},
): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const context = await browser.newContext({ ...DESK, ...options });
  const page = await context.newPage();
  onTestFinished(() => context.close());
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(studio.address);
  await page.getByRole('grid', { name: 'Calls' }).waitFor();
  if (place !== '') await page.goto(`${studio.origin}/${place}`);
  return { page, complaints };
}

/** The place of a call, by the name of its recording. */
export function callAt(name: string, search = ''): string {
  return `#/call/${name}.jsonl?${search}`;
}
