import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Measures how late timers come on this machine. Returns a function that ends it, with ten times the longest delay in ms. */
export function watchLag(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    delay.disable();
    // Other processes, and several steps in turn, may each be as late.
    return (10 * delay.max) / 1e6;
  };
}
