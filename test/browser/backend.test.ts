// @module-tag chromium
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { launch } from './chromium.ts';
import { recordSilence } from './recordSilence.ts';

const ENOUGH_MS = 60_000;
const EXAMPLE = join(import.meta.dirname, '../../dist/examples/backend/backend.js');

/** Starts the example as its page says, and returns the address that it prints. */
async function startBackend(): Promise<string> {
  const env = { ...process.env, PORT: '0', PASSWORD: 'right' };
  const backend = spawn(process.execPath, [EXAMPLE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    const exited = once(backend, 'exit');
    backend.kill('SIGINT');
    await exited;
  });
  const [line] = (await once(createInterface(backend.stdout), 'line')) as [string];
  const url = /^Open (?<url>\S+) and log in as ada/u.exec(line)?.groups?.['url'];
  if (url === undefined) throw new Error(line);
  return url;
}

test('a user who logs in to the backend of the example talks to the agent', { timeout: 3 * ENOUGH_MS }, async () => {
  const url = await startBackend();
  const browser = await launch(await recordSilence());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(ENOUGH_MS);
  await page.goto(url);
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('This is not the password.').waitFor();
  expect(await page.getByRole('button', { name: 'Talk' }).isVisible()).toBe(false);
  await page.getByLabel('Password').fill('right');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByText('assistant: Good evening, the Olive Tree.').waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Talk' }).waitFor();
});
