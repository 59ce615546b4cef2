import { expect, it } from 'vitest';
import { playSessions } from './playSessions.ts';

it('fifty sessions leave no subscription, no timer and no socket', async () => {
  const { unclean, before, after } = await playSessions(50, 1);
  expect(unclean).toBe(0);
  expect(after).toEqual(before);
});
