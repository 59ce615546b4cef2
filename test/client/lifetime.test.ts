import { afterEach, describe, expect, it, vi } from 'vitest';
import { onAbort, sleep, withTimeout } from '../../src/client/lifetime.ts';

afterEach(() => void vi.useRealTimers());

describe('onAbort', () => {
  it('releases once, when the lifetime ends', () => {
    const life = new AbortController();
    const release = vi.fn<() => void>();
    onAbort(life.signal, release);
    expect(release).not.toHaveBeenCalled();
    life.abort();
    life.abort();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('releases at once what comes too late', () => {
    const release = vi.fn<() => void>();
    onAbort(AbortSignal.abort(), release);
    expect(release).toHaveBeenCalledTimes(1);
  });
});

describe('withTimeout', () => {
  const late = (): Error => new Error('late');

  it('is as the promise is, and leaves no timer behind', async () => {
    vi.useFakeTimers();
    await expect(withTimeout(Promise.resolve(1), 10, late)).resolves.toBe(1);
    await expect(withTimeout(Promise.reject(new Error('no')), 10, late)).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('times out at its time, and not 1 ms before', async () => {
    vi.useFakeTimers();
    const settled = vi.fn<(fault: unknown) => void>();
    const waiting = withTimeout(new Promise(() => undefined), 10, late).catch(settled);
    await vi.advanceTimersByTimeAsync(9);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(settled).toHaveBeenCalledExactlyOnceWith(new Error('late'));
  });
});

describe('sleep', () => {
  it('wakes when the lifetime ends, and leaves no timer behind', async () => {
    vi.useFakeTimers();
    const life = new AbortController();
    const asleep = sleep(1000, life.signal);
    life.abort();
    await asleep;
    expect(vi.getTimerCount()).toBe(0);
  });
});
