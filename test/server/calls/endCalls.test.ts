import { expect, it } from 'vitest';
import { endCalls, finishRecordings, type EndingCall } from '../../../src/server/calls/endCalls.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

interface TestCall extends EndingCall {
  /** What was done to it. */
  readonly done: readonly string[];
  end(): void;
}

function testCall(id: string): TestCall {
  const done: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { id, ended, done, end, close: (reason) => done.push(reason), disconnect: () => done.push('disconnected') };
}

it('a session that has not ended 450 ms after it was told to is disconnected, and logged', async () => {
  const scheduler = new VirtualClock();
  const [prompt, stuck] = [testCall('ses_prompt'), testCall('ses_stuck')];
  const logged: unknown[] = [];
  let isOver = false;
  const log = { error: (...line: readonly unknown[]) => void logged.push(line) };
  void endCalls([prompt, stuck], { scheduler, log }).then(() => (isOver = true));
  prompt.end();
  await scheduler.run(449);
  expect([prompt.done, stuck.done, isOver]).toEqual([['draining'], ['draining'], false]);
  await scheduler.run(450);
  expect([prompt.done, stuck.done, isOver]).toEqual([['draining'], ['draining', 'disconnected'], true]);
  const message = 'disconnecting a session that did not end within 450 ms';
  expect(logged).toEqual([[{ session_id: 'ses_stuck' }, message]]);
});

it('a server whose sessions have ended waits no longer', async () => {
  const scheduler = new VirtualClock();
  const call = testCall('ses_prompt');
  call.end();
  await endCalls([call], { scheduler, log: { error: () => expect.unreachable() } });
  expect([call.done, scheduler.pending]).toEqual([['draining'], 0]);
});

it('recordings that are not written 450 ms after the sessions have ended are logged', async () => {
  const scheduler = new VirtualClock();
  const logged: unknown[] = [];
  let isOver = false;
  const log = { error: (...line: readonly unknown[]) => void logged.push(line) };
  void finishRecordings({ written: () => new Promise(() => undefined) }, { scheduler, log }).then(
    () => (isOver = true),
  );
  await scheduler.run(449);
  expect(isOver).toBe(false);
  await scheduler.run(450);
  expect([isOver, logged]).toEqual([true, [['closing although recordings were not written within 450 ms']]]);
});

it.each([
  ['there is no recorder', undefined],
  ['the recorder has no `written`', {}],
  ['all recordings are written', { written: () => Promise.resolve() }],
  ['`written` rejects', { written: () => Promise.reject(new Error('broken')) }],
])('a server closes at once if %s', async (_, recorder) => {
  const scheduler = new VirtualClock();
  await finishRecordings(recorder, { scheduler, log: { error: () => expect.unreachable() } });
  expect(scheduler.pending).toBe(0);
});
