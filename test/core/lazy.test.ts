import { expect, test, vi } from 'vitest';
import { lazy } from '../../src/core/lazy.ts';

test('a lazy value is created when it is first needed, and once', () => {
  const create = vi.fn<() => object>(() => ({}));
  const get = lazy(create);
  expect(create).not.toHaveBeenCalled();
  expect(get()).toBe(get());
  expect(create).toHaveBeenCalledTimes(1);
});
