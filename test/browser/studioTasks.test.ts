// @module-tag chromium
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUICK_VAD, recordingOf } from '../replay/whatIf/conversation.ts';
import { says } from '../support/userActions.ts';
import { launch } from './chromium.ts';
import { openStudio, serveStudio, writeCall, type ServedStudio } from './studio.ts';

/** What a new user does with a slow agent. `npm run bench:studio` prints how long each task takes. */
type Task = (page: Page) => Promise<void>;

let studio: ServedStudio;
let browser: Browser;
beforeAll(async () => {
  [studio, browser] = await Promise.all([serveStudio(addPatientCall), launch()]);
});
afterAll(() => Promise.all([browser.close(), studio.close()]));

/** A call whose agent waits for 2.2 s of silence before each answer. */
async function addPatientCall(folder: string): Promise<void> {
  const recording = await recordingOf({
    user: [says(320, 'do you have a table for tonight'), says(8000, 'for two people'), says(16_000, 'thank you')],
    llm: ['Certainly. For how many people?', 'I have a table at seven.', 'You are welcome.'],
    config: { vad: QUICK_VAD, min_endpointing_delay: 2.2 },
    untilMs: 22_000,
  });
  await writeCall(folder, 'patient', recording);
}

const TASKS: Readonly<Record<string, Task>> = {
  'find the call with the longest wait': async (page) => {
    await page.getByRole('button', { name: 'Wait p95' }).click();
    await page.locator('[aria-sort=descending]', { hasText: 'Wait p95' }).waitFor();
    await page.getByRole('row').nth(1).getByText('patient.jsonl').click();
    await page.getByRole('tab', { name: 'Waits' }).waitFor();
  },
  'see what it waited for': async (page) => {
    await page.getByRole('tab', { name: 'Waits' }).click();
    const longest = page.locator('.card', { hasText: 'the longest' }).first();
    await longest.getByText('to be sure that the turn was over').waitFor();
    await longest.getByRole('button', { name: 'Go to' }).click();
  },
  'say why': async (page) => {
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.getByRole('option').first().waitFor();
    while (!(await page.getByText('answered after 2.2 s of silence').isVisible())) await page.keyboard.press('j');
  },
  'drag the delay until no wait is above 1 s': async (page) => {
    await page.getByRole('tab', { name: 'What if' }).click();
    await dragUntil(page, 'Turn ends after', async () => {
      const [, longest = '9'] = /at most ([\d.]+) s/u.exec(await verdictOf(page)) ?? [];
      return Number(longest) < 1;
    });
  },
  'make a test, and run it': async (page) => {
    await page.getByRole('button', { name: 'Make a test' }).click();
    await page.getByText('The test passes.').waitFor();
  },
};

test('who looks for the slowest answer finds it, its reason, a better setting, and has a test', async () => {
  const { page, complaints } = await openStudio(browser, studio);
  const times: string[] = [];
  for (const [name, task] of Object.entries(TASKS)) {
    const beganMs = performance.now();
    await task(page);
    times.push(`| ${name} | ${((performance.now() - beganMs) / 1000).toFixed(1)} s |`);
  }
  await access(join(studio.folder, 'patient.score.ts'));
  expect(complaints).toEqual([]);
  if (process.env['TASK_TIMES'] !== undefined) console.log(['| | |', '|---|---|', ...times].join('\n'));
});

/** The sentence about the last run. Waits until it is computed. */
async function verdictOf(page: Page): Promise<string> {
  const verdict = page.locator('.verdict-line[data-running=false]');
  await verdict.waitFor();
  return (await verdict.textContent()) ?? '';
}

const STEP_PX = 4;

/** Drags a slider to the left with the mouse, until it is far enough. */
async function dragUntil(page: Page, label: string, isFar: () => Promise<boolean>): Promise<void> {
  const slider = page.getByRole('slider', { name: label });
  await slider.waitFor();
  const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [min, max, value] = await slider.evaluate((input: HTMLInputElement) =>
    [input.min, input.max, input.value].map(Number),
  );
  const share = ((value ?? 0) - (min ?? 0)) / ((max ?? 1) - (min ?? 0));
  const y = box.y + box.height / 2;
  let x = box.x + 8 + (box.width - 16) * share;
  await page.mouse.move(x, y);
  await page.mouse.down();
  while (x > box.x && !(await isFar())) await page.mouse.move((x -= STEP_PX), y);
  await page.mouse.up();
}
