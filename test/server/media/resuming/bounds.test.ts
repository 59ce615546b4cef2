import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { call } from '../support/call.ts';
import { RETURN } from '../support/cutOff.ts';
import { FakeSocket } from '../support/fakeSocket.ts';
import { resumableCall } from '../support/resumableCall.ts';

const MINUTE_MS = 60_000;
const FRAME_MS = 100;
const SAMPLES_PER_MS = 16;
/** Bytes of a second of the agent's audio. */
const SECOND = 2 * SAMPLES_PER_MS * 1000;

describe('a reader that stops for a minute', () => {
  it('and connects again and again, makes the server hold 2 s of audio, and hears the rest when it reads', async () => {
    const greeting = 'It is seven, or a little later, if the clock in the hall is right. '.repeat(3);
    const made = resumableCall({ config: { first_message: greeting } });
    made.join();
    await made.clock.run(1000);
    made.stall(true);
    const waiting: number[] = [];
    for (let ms = 1000; ms < MINUTE_MS; ms += 100) {
      if (ms % 5000 === 0) {
        made.cut({ silently: true });
        made.back();
        made.stall(true);
      }
      await made.clock.run(ms);
      waiting.push(made.connection.buffered().bytes);
      expect(made.sockets.filter(({ listening }) => listening > 0).length).toBeLessThanOrEqual(2);
    }
    expect(made.history()).toEqual([]);
    made.cut();
    made.back();
    await made.clock.run(MINUTE_MS + 30_000);
    expect(Math.max(...waiting)).toBeGreaterThan(2 * SECOND);
    expect(Math.max(...waiting)).toBeLessThan(2.5 * SECOND);
    expect(made.connection.buffered()).toEqual({ bytes: 0, droppedFrames: 0 });
    expect(made.client.faults).toEqual([]);
    expect(made.history()).toEqual([`assistant: ${greeting.trim()}`]);
    const end = made.client.messages.findLast(({ type }) => type === 'audio.end');
    expect([...made.client.heard().values()].map(({ length }) => length)).toEqual([
      end?.type === 'audio.end' && end.samples,
    ]);
  });
});

interface Written {
  /** The audio that was sent until then, in ms. */
  readonly sentMs: number;
  readonly elapsedMs: number;
  readonly code: number | undefined;
  readonly connections: number;
  /** What has arrived, as the last connection was told when it began, and what was sent before. */
  readonly received: readonly [number, number];
}

/** A writer that sends `burstMs` of audio in a tenth of that time in every 2 s, each over a connection of its own, for a minute or until it is closed. */
async function write(burstMs: number): Promise<Written> {
  const clock = new VirtualClock();
  const made = call({ scheduler: clock, resumeMs: 20_000 });
  made.start();
  let socket = new FakeSocket();
  made.connection.join(socket, RETURN);
  const frame = new Uint8Array(2 * FRAME_MS * SAMPLES_PER_MS);
  let received: readonly [number, number] = [0, 0];
  let [sentMs, connections] = [0, 1];
  for (; clock.now() < MINUTE_MS && socket.closed === null; connections += 1) {
    const startMs = clock.now();
    for (let ms = 0; ms < burstMs && socket.closed === null; ms += FRAME_MS) {
      socket.hears(frame);
      sentMs += FRAME_MS;
      if (socket.closed === null) await clock.run(startMs + (ms + FRAME_MS) / 10);
    }
    if (socket.closed !== null) break;
    await clock.run(startMs + 2000);
    socket.emit('close', 1006);
    socket = new FakeSocket();
    made.connection.resume(socket, RETURN);
    socket.says({ type: 'session.resume', last_seq: 0 });
    const [resumed] = socket.messages;
    if (resumed?.type === 'session.resumed') received = [resumed.received_samples / SAMPLES_PER_MS, sentMs];
  }
  made.session.close('ended_by_api');
  return { sentMs, elapsedMs: clock.now(), code: socket.closed?.code, connections, received };
}

describe('a writer at ten times real time over many connections', () => {
  it('is heard completely if it is within twice real time on average', async () => {
    const { sentMs, code, connections, received } = await write(4000);
    expect([sentMs, code, connections]).toEqual([2 * MINUTE_MS, undefined, 31]);
    expect(received).toEqual([sentMs, sentMs]);
  });

  it.each([4200, 8000, 20_000])(
    'is closed when it has sent 5 s more than that (%i ms in every 2 s)',
    async (burstMs) => {
      const { sentMs, elapsedMs, code } = await write(burstMs);
      expect(code).toBe(4429);
      expect(sentMs).toBeGreaterThan(5000 + 2 * elapsedMs);
      expect(sentMs - FRAME_MS).toBeLessThanOrEqual(5000 + 2 * elapsedMs);
    },
  );
});
