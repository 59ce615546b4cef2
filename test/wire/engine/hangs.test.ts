import { expect, test } from 'vitest';
import { EngineHost, type RunnerListener } from '../../../src/wire/engine/engineHost.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

interface Answer {
  readonly kind: 'done';
}

function createHost() {
  const clock = new VirtualClock();
  const events: string[] = [];
  const engines: RunnerListener[] = [];
  const host = new EngineHost<{ readonly kind: 'work' }, Answer>({
    title: 'the process of the voice',
    provider: 'sherpa',
    answerMs: 60_000,
    scheduler: clock,
    start: (listener) => {
      engines.push(listener);
      const ignore = (): void => {};
      return { post: ignore, ref: ignore, unref: ignore, terminate: () => void events.push(`ended ${clock.now()}`) };
    },
  });
  const ask = (): void =>
    void host.request({ kind: 'work' }).subscribe({
      next: () => events.push(`answered ${clock.now()}`),
      error: (error: Error) => events.push(error.message),
    });
  return { clock, events, engines, ask };
}

test('an engine that hangs is ended, and what it owes fails', async () => {
  const { clock, events, ask } = createHost();
  ask();
  await clock.run(59_999);
  expect(events).toEqual([]);
  await clock.run(60_000);
  expect(events).toEqual(['ended 60000', 'the process of the voice failed: it has not answered for 60 s']);
});

test('each answer gives an engine the whole time again, and an idle one has no deadline', async () => {
  const { clock, events, engines, ask } = createHost();
  ask();
  ask();
  await clock.run(50_000);
  engines[0]?.onMessage({ id: 1, content: { kind: 'done' } });
  await clock.run(100_000);
  engines[0]?.onMessage({ id: 2, content: { kind: 'done' } });
  await clock.run(900_000);
  expect(events).toEqual(['answered 50000', 'answered 100000']);
});
