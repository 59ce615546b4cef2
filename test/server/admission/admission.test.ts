import { describe, expect, it, test } from 'vitest';
import { createAdmission, type Admission } from '../../../src/server/admission/admission.ts';
import { createAdmissionLimits } from '../../../src/server/admission/limits.ts';
import { heapShare, oldGenerationBytes } from '../../../src/server/admission/heapShare.ts';

interface Load {
  delayMs: number;
  heap: number;
}

function admission(max_sessions: number, load: Load = { delayMs: 0, heap: 0 }): Admission {
  const limits = createAdmissionLimits({ max_sessions });
  return createAdmission({ ...limits, loop: { delayMs: () => load.delayMs }, heap: () => load.heap });
}

/** Codes of the answers to a start and to /readyz. */
function answers(server: Admission): readonly (string | undefined)[] {
  const ready = server.refusal()?.code;
  try {
    server.take()();
    return [undefined, ready];
  } catch (error) {
    return [(error as { code: string }).code, ready];
  }
}

describe('a server with room for so many sessions', () => {
  it('takes exactly as many', () => {
    const server = admission(3);
    for (let n = 0; n < 3; n += 1) server.take();
    expect(() => server.take()).toThrow(expect.objectContaining({ code: 'at_capacity' }));
  });

  it('takes another as soon as one has ended, however often that is told', () => {
    const server = admission(2);
    const leave = server.take();
    server.take();
    leave();
    leave();
    server.take();
    expect(() => server.take()).toThrow(expect.objectContaining({ code: 'at_capacity' }));
  });

  it('says how many it has', () => {
    const server = admission(2);
    server.take();
    expect(server.refusal()).toBeUndefined();
    server.take();
    expect(server.refusal()?.message).toBe('2 of 2 sessions are in use.');
  });

  it('is ready again when one place in 20 is free, and not before', () => {
    const server = admission(40);
    const leaves = Array.from({ length: 40 }, () => server.take());
    leaves[0]?.();
    expect(answers(server)).toEqual([undefined, 'at_capacity']);
    leaves[1]?.();
    expect(answers(server)).toEqual([undefined, undefined]);
  });
});

describe('a server that is overloaded', () => {
  it.each([
    ['late by 100 ms', { delayMs: 100, heap: 0 }, undefined],
    ['late by more', { delayMs: 101, heap: 0 }, 'overloaded'],
    ['85 % full', { delayMs: 0, heap: 0.85 }, undefined],
    ['more than 85 % full', { delayMs: 0, heap: 0.86 }, 'overloaded'],
  ])('%s', (_name, load, code) => expect(answers(admission(5, load))).toEqual([code, code]));

  it.each([
    ['its delay is half of that', { delayMs: 101, heap: 0 }, { delayMs: 51, heap: 0 }, { delayMs: 50, heap: 0 }],
    ['its heap is a tenth below', { delayMs: 0, heap: 0.9 }, { delayMs: 0, heap: 0.76 }, { delayMs: 0, heap: 0.74 }],
  ])('is so until %s', (_name, over, between, under) => {
    const load = { ...over };
    const server = admission(5, load);
    expect(answers(server)).toEqual(['overloaded', 'overloaded']);
    Object.assign(load, between);
    expect(answers(server)).toEqual(['overloaded', 'overloaded']);
    Object.assign(load, under);
    expect(answers(server)).toEqual([undefined, undefined]);
    Object.assign(load, between);
    expect(answers(server)).toEqual([undefined, undefined]);
  });
});

test.each([
  ['', 128],
  ['--max-old-space-size=64', 64],
  ['--max_old_space_size 64 --max-old-space-size=100', 100],
])('of a heap of 176 MiB with the flags "%s" old objects have %i MiB', (flags, mib) => {
  expect(oldGenerationBytes(flags, 176 * 2 ** 20)).toBe(mib * 2 ** 20);
});

test('the heap of this process is in use, and not full', () => {
  expect(heapShare()).toBeGreaterThan(0);
  expect(heapShare()).toBeLessThan(1);
});

test.each([
  [{ max_sessions: 0 }, 'max_sessions: expected a whole number from 1 to 1000000, got 0'],
  [{ max_sessions: 1.5 }, 'max_sessions: expected a whole number from 1 to 1000000, got 1.5'],
  [{ max_loop_delay: 61 }, 'max_loop_delay: expected seconds from 0.01 to 60, got 61'],
  [{ max_heap: '1' as never }, 'max_heap: expected a share from 0.1 to 1, got 1'],
])('%j is refused', (options, message) =>
  expect(() => createAdmissionLimits(options)).toThrow(expect.objectContaining({ code: 'usage_invalid', message })),
);
