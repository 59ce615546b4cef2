import { expect, test } from 'vitest';
import { createRateLimiter } from '../../../src/wire/stt/rateLimiter.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { answering, rehearse } from './toyWire.ts';

const breaking = answering({ 'begin 0': ['1300: ends 1006'] });
const MIB = 1024 * 1024;

test('1 s of audio may be sent at once', () => {
  const { waitMs, sent } = createRateLimiter(new VirtualClock());
  sent(900);
  expect(waitMs(100)).toBe(0);
});

test('what goes beyond 1 s waits half as long as it lasts', () => {
  const { waitMs, sent } = createRateLimiter(new VirtualClock());
  sent(1000);
  expect([waitMs(1), waitMs(20), waitMs(100)]).toEqual([1, 10, 50]);
});

test.each([
  [49, 1],
  [50, 0],
  [51, 0],
])('%i ms after 1 s of audio, another 100 ms of audio wait %i ms', (afterMs, waits) => {
  const clock = new VirtualClock();
  const { waitMs, sent } = createRateLimiter(clock);
  sent(1000);
  clock.flush(afterMs);
  expect(waitMs(100)).toBe(waits);
});

test('no more than 1 s is saved up', () => {
  const clock = new VirtualClock();
  const { waitMs, sent } = createRateLimiter(clock);
  clock.flush(60_000);
  sent(1000);
  expect(waitMs(100)).toBe(50);
});

test('a frame of more than 1 s goes out whole, and what follows waits for it', () => {
  const { waitMs, sent } = createRateLimiter(new VirtualClock());
  expect(waitMs(3000)).toBe(0);
  sent(3000);
  expect(waitMs(100)).toBe(1050);
});

test('live speech never waits', () => {
  const clock = new VirtualClock();
  const { waitMs, sent } = createRateLimiter(clock);
  for (let frame = 0; frame < 500; frame += 1) {
    expect(waitMs(20)).toBe(0);
    sent(20);
    clock.flush(clock.now() + 20);
  }
});

test('speech is sent again at twice real time: 1 s at once, then 100 ms each 50 ms', () => {
  const { sent } = rehearse('sa 99ms a 99ms a 99ms a 99ms a 99ms a 99ms a 99ms a 99ms a 99ms a 99ms a 99ms a 99ms a', {
    server: [breaking, {}],
    untilMs: 1900,
  });
  const times = (sent[1] ?? []).filter((line) => line.includes('100 ms')).map((line) => Number.parseInt(line, 10));
  expect(times).toEqual([...Array<number>(10).fill(1551), 1601, 1651, 1701]);
});

test('live speech queues behind what is sent again, and the end behind both', () => {
  const { sent } = rehearse('slll 1100ms e', {
    server: [answering({ 'begin 0': ['5: ends 1006'] }), {}],
    untilMs: 3000,
  });
  expect(sent[1]).toEqual([
    '256 begin 0',
    '256 1000 ms of 0',
    '756 1000 ms of 0',
    '1256 1000 ms of 0',
    '1256 end 0',
    '3000 bye',
  ]);
});

test.each([
  ['1 MiB', MIB, 1],
  ['1 byte more', MIB + 1, 301],
])('while %s waits in the socket, speech is sent at %#', (_, bufferedBytes, atMs) => {
  const { sent } = rehearse('sa', {
    untilMs: 500,
    meanwhile: (clock, { connections }) => {
      const [connection] = connections;
      if (connection !== undefined) connection.bufferedBytes = bufferedBytes;
      clock.schedule(() => connection !== undefined && (connection.bufferedBytes = 0), 250);
    },
  });
  expect(sent[0]?.[0]).toBe(`${atMs} begin 0`);
});

test('nothing is dropped while the socket is full', () => {
  const { sent } = rehearse('sa 98ms a 99ms e', {
    untilMs: 500,
    meanwhile: (clock, { connections }) => {
      const [connection] = connections;
      if (connection === undefined) return;
      connection.bufferedBytes = 2 * MIB;
      clock.schedule(() => (connection.bufferedBytes = 0), 350);
    },
  });
  expect(sent).toEqual([['401 begin 0', '401 100 ms of 0', '401 100 ms of 0', '401 end 0', '500 bye']]);
});
