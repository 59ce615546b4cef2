import { expect, it, onTestFinished, vi } from 'vitest';
import type * as Module from '../../../src/server/life/leaveOnSigterm.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Loads the module anew: it has one state for the whole process. */
async function load(): Promise<typeof Module> {
  const before = SIGNALS.map((signal) => process.listeners(signal));
  vi.resetModules();
  onTestFinished(() =>
    SIGNALS.forEach((signal, at) => {
      for (const listener of process.listeners(signal))
        if (before[at]?.includes(listener) !== true) process.off(signal, listener);
    }),
  );
  return import('../../../src/server/life/leaveOnSigterm.ts');
}

it('a second signal ends the process although a server does not close', async () => {
  const { leaveOnSigterm } = await load();
  const exited = new Promise<void>((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation(() => resolve() as never);
  });
  const never = new Promise<never>(() => undefined);
  const close = vi.fn<() => Promise<never>>(() => never);
  leaveOnSigterm({ drain: () => never, close });
  process.emit('SIGTERM');
  expect(close).not.toHaveBeenCalled();
  process.emit('SIGTERM');
  expect(close).toHaveBeenCalledOnce();
  await exited;
});
