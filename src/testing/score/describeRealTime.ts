import type { CallTracker } from './callTracker.ts';
import type { RealTimeNote } from './conversationLog.ts';
import type { TimerWatch } from './watchTimers.ts';

export function describeRealTime(calls: CallTracker, timers: TimerWatch): readonly RealTimeNote[] {
  const abandoned = calls.abandoned();
  const lost = [
    ...[...timers.found()].map(
      ([name, ms]) =>
        `${name} waits in real time, with a timer of ${ms} ms, and virtual time does not wait for it: use the scheduler`,
    ),
    ...abandoned.map((name) => `${name} waited for more than 2 s of real time, so virtual time went on without it`),
  ];
  const waited = [...calls.waited()].filter(([name, ms]) => Math.round(ms) > 0 && !abandoned.includes(name));
  return [
    ...lost.map((text) => ({ text, isLost: true })),
    ...waited.map(([name, ms]) => ({ text: `${name} waited for ${Math.round(ms)} ms of real time`, isLost: false })),
  ];
}
