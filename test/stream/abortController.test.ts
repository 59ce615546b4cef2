import { expect, test } from 'vitest';
import { createAbortController } from '../../src/stream/abortController.ts';

test('a signal that is read after the abort is aborted', () => {
  const controller = createAbortController(() => {});
  controller.abort();
  expect(controller.signal.aborted).toBe(true);
});

test('a signal that is read before is the same one, and is aborted', () => {
  const controller = createAbortController(() => {});
  const { signal } = controller;
  expect(signal.aborted).toBe(false);
  controller.abort();
  expect(signal.aborted).toBe(true);
  expect(controller.signal).toBe(signal);
});

test('a listener that is added to a signal read after the abort is not called', () => {
  const controller = createAbortController(() => {});
  controller.abort();
  controller.signal.addEventListener('abort', () => expect.unreachable());
});
