import { endWith, map, merge, NEVER, of, take, timer, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import { transcribe } from '../../../operators/transcribe.ts';
import type { VadEvent } from '../../../src/core/speech.ts';
import { createWebSocketStt } from '../../../src/wire/stt/createWebSocketStt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { activity } from '../../../src/testing/fixtures.ts';
import { createSocketDouble } from '../../../src/testing/wire/socketDouble.ts';
import { answering, toyWire } from './toyWire.ts';

test('a segment of 20 s whose connection is lost near its end is settled by its final, once', () => {
  const clock = new VirtualClock();
  const server = [
    answering({ 'begin 0': ['19400: ends 1006'] }),
    answering({ 'end 0': ['5: piece 0 hello there; done 0'] }),
  ];
  const { openSocket } = createSocketDouble({ server, scheduler: clock });
  const stt = createWebSocketStt(toyWire, { openSocket, scheduler: clock, random: () => 1 });
  const log: unknown[] = [];
  const reported: unknown[] = [];
  twentySeconds(clock)
    .pipe(transcribe({ stt, scheduler: clock, noiseMs: Infinity, report: (error) => reported.push(error) }))
    .subscribe((event) => log.push(event));
  clock.flush(120_000);
  expect(log).toEqual([
    { kind: 'final', segment: 0, text: 'hello there' },
    { kind: 'settled', segment: 0, by: 'final' },
  ]);
  expect(reported).toEqual([]);
});

/** One segment, in windows of 100 ms. */
function twentySeconds(clock: VirtualClock): Observable<VadEvent> {
  const frame = { samples: new Int16Array(1600).fill(1), sampleRate: 16_000 };
  const heard = { kind: 'window', segment: 0, voiced: true, audio: [frame] } as const;
  const windows = timer(100, 100, clock).pipe(
    take(200),
    map((n): VadEvent => ({ ...heard, atMs: n * 100, voicedMs: n * 100, lastVoicedMs: n * 100 })),
    endWith(activity.e),
  );
  return merge(of(activity.s), windows, NEVER);
}
