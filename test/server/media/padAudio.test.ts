import { concat, interval, map, NEVER, of, Subject, Subscription, throwError, type SchedulerLike } from 'rxjs';
import { expect, it } from 'vitest';
import type { Inbound } from '../../../src/server/media/inbound.ts';
import { padAudio } from '../../../src/server/media/padAudio.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

const AUDIO: Inbound = { kind: 'audio', frame: { samples: new Int16Array(160), sampleRate: 8000 } };
const gap = (ms: number): Inbound => ({ kind: 'gap', ms });

/** What comes out, as its time and kind, or the length of a gap. */
async function pad(script: readonly (readonly [number, Inbound])[], forMs: number): Promise<readonly unknown[]> {
  const clock = new VirtualClock();
  const source = new Subject<Inbound>();
  const got: unknown[] = [];
  source
    .pipe(padAudio(clock))
    .subscribe((input) => got.push([clock.now(), input.kind === 'gap' ? input.ms : input.kind]));
  for (const [at, input] of script) clock.schedule(() => source.next(input), at);
  await clock.run(forMs);
  return got;
}

it('a peer that has sent no audio is not waited for', async () => {
  expect(await pad([[10, { kind: 'opened' }]], 3000)).toEqual([[10, 'opened']]);
});

it('silence begins after 750 ms without audio, and goes on with time until audio comes', async () => {
  const script = [
    [1, AUDIO],
    [951, AUDIO],
    [1700, AUDIO],
  ] as const;
  expect(await pad(script, 2000)).toEqual([
    [1, 'audio'],
    [751, 750],
    [801, 50],
    [851, 50],
    [901, 50],
    [951, 'audio'],
    [1700, 'audio'],
  ]);
});

it.each([
  [700, []],
  [950, []],
  [951, [[960, 1]]],
  [5000, [[960, 4050]]],
])('of %i ms that were lost, what is filled already is not filled again', async (lostMs, left) => {
  const got = await pad(
    [
      [1, AUDIO],
      [960, gap(lostMs)],
      [960, AUDIO],
      [980, gap(30)],
    ],
    1000,
  );
  expect(got.slice(6)).toEqual([...left, [960, 'audio'], [980, 30]]);
});

it('a timer runs out once in 750 ms while audio comes', async () => {
  const clock = new VirtualClock();
  let timers = 0;
  const scheduler: SchedulerLike = {
    now: () => clock.now(),
    schedule: (work, delayMs, state) =>
      clock.schedule(
        function (given) {
          timers += 1;
          work.call(this, given);
        },
        delayMs,
        state,
      ),
  };
  const talking = interval(20, clock).pipe(map(() => AUDIO));
  const padded = talking.pipe(padAudio(scheduler)).subscribe();
  await clock.run(15_000);
  padded.unsubscribe();
  expect([timers, clock.pending]).toEqual([20, 0]);
});

it('a process that was blocked pads once, however long it was', () => {
  const clock = new VirtualClock();
  let lateMs = 0;
  const due: (() => void)[] = [];
  const scheduler: SchedulerLike = {
    now: () => clock.now() + lateMs,
    schedule: (work, _delay, state) => {
      due.push(() => (work as (given: unknown) => void)(state));
      return new Subscription();
    },
  };
  const got: number[] = [];
  concat(of(AUDIO), NEVER)
    .pipe(padAudio(scheduler))
    .subscribe((input) => input.kind === 'gap' && got.push(input.ms));
  const wait = (ms: number): void => {
    lateMs += ms;
    due.splice(0).forEach((run) => run());
  };
  wait(5000);
  expect(got).toEqual([750]);
  wait(49);
  expect(got).toEqual([750]);
  wait(1);
  expect(got).toEqual([750, 50]);
});

it('other messages do not stand for audio', async () => {
  const got = await pad(
    [
      [1, AUDIO],
      [700, { kind: 'pong' }],
    ],
    760,
  );
  expect(got).toEqual([
    [1, 'audio'],
    [700, 'pong'],
    [751, 750],
  ]);
});

it.each([
  ['completes', of(AUDIO)],
  [
    'fails',
    concat(
      of(AUDIO),
      throwError(() => new Error('no')),
    ),
  ],
])('no timer is left when the socket %s', (end, source) => {
  const clock = new VirtualClock();
  const ends: string[] = [];
  source.pipe(padAudio(clock)).subscribe({ error: () => ends.push('fails'), complete: () => ends.push('completes') });
  expect([clock.pending, ends]).toEqual([0, [end]]);
});

it('no timer is left when nobody listens', () => {
  const clock = new VirtualClock();
  concat(of(AUDIO), NEVER)
    .pipe(
      padAudio(clock),
      map(({ kind }) => kind),
    )
    .subscribe()
    .unsubscribe();
  expect(clock.pending).toBe(0);
});
