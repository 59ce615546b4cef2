import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { SttEvent, SttInput, SttWanted } from '../../../src/core/ports.ts';
import { createSttFallback } from '../../../src/fallback/createSttFallback.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { describeEvent } from './sttRig.ts';

const RATE = 16_000;

function audio(ms: number, sample: number): SttInput {
  return {
    kind: 'audio',
    segment: 0,
    frame: { samples: new Int16Array((RATE * ms) / 1000).fill(sample), sampleRate: RATE },
  };
}

/** Speaks "thank you" and 0.5 s of silence to a fallback whose second recogniser finds no turns. */
function listen(wanted?: SttWanted): readonly string[] {
  const clock = new VirtualClock();
  const double = { says: ['thank you'], scheduler: clock };
  const ports = [createSttDouble({ ...double, turns: { endMs: 400 } }), createSttDouble(double)];
  const stt = createSttFallback(ports, { scheduler: clock });
  expect(stt.turns).toBe(true);
  const speech = new Subject<SttInput>();
  const events: string[] = [];
  stt.transcribe(speech, wanted).subscribe((event: SttEvent) => events.push(describeEvent(event)));
  speech.next({ kind: 'start', segment: 0 });
  for (const [ms, sample] of [
    [600, 1000],
    [300, 0],
    [200, 0],
  ] as const)
    speech.next(audio(ms, sample));
  return events.filter((event) => !event.startsWith('used'));
}

test('the turns of a fallback are those of the recogniser that transcribes the segment', () =>
  expect(listen({ turns: true })).toEqual(['interim 0 thank you', 'turn 0 update', 'turn 0 update', 'turn 0 end']));

test('without being asked for them, it finds none', () =>
  expect(listen().filter((event) => event.startsWith('turn'))).toEqual([]));
