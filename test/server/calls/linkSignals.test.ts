import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { linkSignals } from '../../../src/server/calls/linkSignals.ts';

it.each([0, 1])('fires with number %i', (at) => {
  const controllers = [new AbortController(), new AbortController()];
  const { signal } = linkSignals(...controllers.map((one) => one.signal), undefined);
  expect(signal.aborted).toBe(false);
  controllers[at]?.abort();
  expect(signal.aborted).toBe(true);
});

it('has fired if one has fired before', () => expect(linkSignals(AbortSignal.abort()).signal.aborted).toBe(true));

it('leaves nothing in a signal once it is released', () => {
  const lasting = new AbortController();
  linkSignals(lasting.signal).release();
  expect(getEventListeners(lasting.signal, 'abort')).toEqual([]);
});
