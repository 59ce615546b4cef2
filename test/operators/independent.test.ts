import { readdirSync } from 'node:fs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import { AT_WORK } from './support/atWork.ts';

it('every operator is tried', () => {
  const files = readdirSync(new URL('../../operators', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.ts')
    .map(({ name }) => name.replace(/\.ts$/, ''));
  expect(Object.keys(AT_WORK).toSorted()).toEqual(files.toSorted());
});

// Detects state that two subscriptions share.
it.each(Object.keys(AT_WORK))('subscribing twice gives two independent results: %s', (name) => {
  const logs: readonly string[][] = [[], []];
  const scheduler = new TestScheduler(() => {});
  scheduler.run(({ cold, flush }) => {
    const out = AT_WORK[name]?.({ cold, scheduler });
    logs.forEach((log, which) => {
      const beginMs = which * 4;
      const note = (what: unknown): void => void log.push(`${scheduler.now() - beginMs} ${JSON.stringify(what)}`);
      scheduler.schedule(() => out?.subscribe({ next: note, error: note, complete: () => note('|') }), beginMs);
    });
    flush();
  });
  expect(logs[0]).not.toEqual([]);
  expect(logs[1]).toEqual(logs[0]);
});
