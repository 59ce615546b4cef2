import { describe, expect, it } from 'vitest';
import { createLoopMonitor, type LoopMonitor } from '../../../src/server/admission/loopMonitor.ts';

interface Loop {
  readonly monitor: LoopMonitor;
  /** Lets time pass without a beat. */
  block(ms: number): void;
  /** Lets the beats come in time. */
  run(beats: number): void;
  /** Lets a beat come that is overdue. */
  beat(): void;
  readonly stopped: () => boolean;
}

function loop(): Loop {
  let now = 0;
  let beat = (): void => {};
  let stopped = false;
  const monitor = createLoopMonitor({
    now: () => now,
    every: (_ms, run) => {
      beat = run;
      return () => (stopped = true);
    },
  });
  return {
    monitor,
    block: (ms) => (now += ms),
    run: (beats) => {
      for (let n = 0; n < beats; n += 1) {
        now += 50;
        beat();
      }
    },
    beat: () => beat(),
    stopped: () => stopped,
  };
}

describe('createLoopMonitor', () => {
  it('knows of a stall before the beat that is overdue', () => {
    const { monitor, run, block } = loop();
    run(10);
    expect(monitor.stalledMs()).toBe(0);
    block(50 + 5000);
    expect(monitor.stalledMs()).toBe(5000);
  });

  it('forgets a stall at the speed of time', () => {
    const { monitor, block, beat, run } = loop();
    block(50 + 5000);
    beat();
    expect(monitor.stalledMs()).toBe(5000);
    run(20);
    expect(monitor.stalledMs()).toBe(4000);
    run(80);
    expect(monitor.stalledMs()).toBe(0);
  });

  it('counts 20 s at most', () => {
    const { monitor, block, beat } = loop();
    block(50 + 60_000);
    expect(monitor.stalledMs()).toBe(20_000);
    beat();
    expect(monitor.stalledMs()).toBe(20_000);
  });

  it('adds a second stall to what is left of the first', () => {
    const { monitor, block, beat } = loop();
    block(50 + 1000);
    beat();
    block(50 + 1000);
    expect(monitor.stalledMs()).toBe(1950);
    beat();
    expect(monitor.stalledMs()).toBe(1950);
  });

  it.each([
    [19, 0],
    [20, 20],
  ])('a beat that is %i ms late counts as %i ms', (late, counted) => {
    const { monitor, block, beat } = loop();
    block(50 + late);
    beat();
    expect(monitor.stalledMs()).toBe(counted);
  });

  it('is late when half of the latest 20 beats are, not for one long stall', () => {
    const { monitor, block, beat, run } = loop();
    run(20);
    block(5000);
    beat();
    expect(monitor.delayMs()).toBe(0);
    for (let n = 0; n < 9; n += 1) {
      block(50 + 200);
      beat();
    }
    expect(monitor.delayMs()).toBe(200);
    run(11);
    expect(monitor.delayMs()).toBe(0);
  });

  it('is not late before ten beats have been', () => {
    const { monitor, block, beat } = loop();
    for (let n = 0; n < 9; n += 1) {
      block(50 + 200);
      beat();
    }
    expect(monitor.delayMs()).toBe(0);
    block(50 + 200);
    beat();
    expect(monitor.delayMs()).toBe(200);
  });

  it('stops', () => {
    const { monitor, stopped } = loop();
    monitor.stop();
    expect(stopped()).toBe(true);
  });
});
