import { Observable, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { SpeechToText } from '../../../src/core/ports.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createSttRig, withoutUse } from './sttRig.ts';

const says = ['what time is it', 'thank you'];
const quiet = { interims: false } as const;

test('the second recogniser is connected when it is needed, and left when the first answers again', async () => {
  const { clock, speak, open } = createSttRig([
    { says: (segment) => (segment === 0 ? { text: 'a', answer: 'failed' } : 'a'), ...quiet },
    { says: () => 'b', ...quiet },
  ]);
  expect(open()).toEqual([1, 0]);
  speak(0);
  await clock.advance(100);
  expect(open()).toEqual([0, 1]);
  await clock.advance(60_000);
  speak(1);
  await clock.advance(100);
  expect(open()).toEqual([1, 0]);
});

test('a recogniser that has failed is left when another answers, and connected when it is asked again, also with hedging', async () => {
  const refusals = new Subject<void>();
  const double = createSttDouble({ says: () => 'a', name: 'a', interims: false, scheduler: new VirtualClock() });
  let connections = 0;
  const first: SpeechToText = {
    ...double,
    transcribe: () =>
      new Observable((out) => {
        connections += 1;
        return refusals.subscribe(() => out.next({ kind: 'report', error: new Error('refused') }));
      }),
  };
  const { clock, speak } = createSttRig([first, { says: () => 'b', ...quiet }], { hedge: { afterMs: 10 } });
  refusals.next();
  speak(0);
  await clock.advance(50);
  expect(refusals.observed).toBe(false);
  await clock.advance(60_000);
  speak(1);
  expect(connections).toBe(2);
});

test('leaving the session leaves every recogniser, and no timer', async () => {
  const { clock, speak, open, stop } = createSttRig(
    [
      { says, delayMs: 900 },
      { says, delayMs: 900 },
    ],
    {
      hedge: { afterMs: 300 },
    },
  );
  speak(0);
  await clock.advance(400);
  expect(open()).toEqual([1, 1]);
  stop();
  expect([open(), clock.pending]).toEqual([[0, 0], 0]);
});

test('the session completes with its speech and the last answer', async () => {
  const { clock, speak, events, complete } = createSttRig([
    { says, ...quiet },
    { says, ...quiet },
  ]);
  speak(0);
  complete();
  await clock.advance(100);
  expect(withoutUse(events)).toEqual(['50 served a', '50 final 0 what time is it', '50 complete']);
});
