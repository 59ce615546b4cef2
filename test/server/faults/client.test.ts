import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { streamReply } from '../../../src/testing/doubles/streamReply.ts';
import { silence, voiced } from '../../../src/testing/audio.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { openLine } from './line.ts';
import { errorCodes } from './peer.ts';
import { createSite, PHASES, type Site } from './site.ts';

/** A session whose client is gone may wait for it before it ends. */
const GONE_MS = 25_000;
const MIB = 2 ** 20;

describe.each(PHASES)('while it is %s, the client', (phase) => {
  it.each([
    ['closes its socket', ({ victim }: Site) => victim.socket.close(), 'ended_by_client'],
    ['drops its connection', ({ victim }: Site) => victim.socket.terminate(), 'disconnected'],
  ])('%s: its session ends once, with its reason', async (_, leave, reason) => {
    const site = await createSite();
    await site.reach(phase);
    leave(site);
    await site.pass(GONE_MS, 100);
    expect(await site.state()).toBe(`ended: ${reason}`);
    await site.finish();
  });

  it('is cut off without a word (half-open TCP): after two unanswered pings it is gone', async () => {
    let at = new URL('http://127.0.0.1');
    const line = await openLine(() => at);
    const through = async (server: URL): Promise<URL> => {
      at = server;
      return line.url;
    };
    const site = await createSite({ through });
    await site.reach(phase);
    line.goDead();
    await site.pass(29_000, 500);
    expect(await site.state()).toBe('active');
    await site.pass(2000 + GONE_MS, 500);
    expect(await site.state()).toBe('ended: disconnected');
    await site.finish();
  });

  it('sends ten times real time: it is closed with 4429', async () => {
    const site = await createSite();
    await site.reach(phase);
    for (let n = 0; n < 600; n += 1) site.victim.socket.send(Buffer.alloc(3200));
    await site.until(() => site.victim.closeCode !== null);
    expect([site.victim.closeCode, errorCodes(site.victim)]).toEqual([4429, ['input_rate']]);
    await site.pass(GONE_MS, 100);
    expect(await site.state()).toBe('ended: disconnected');
    await site.finish();
  });

  it.each([
    ['a frame of 100 MiB', sendHugeFrame, 1009],
    ['a message in fragments without an end', sendFragments, 1008],
    [
      'a message of a thousand levels',
      ({ victim }: Site) => victim.socket.send(`{"type":"x","a":${'['.repeat(1000)}`),
      4429,
    ],
    ['half a sample', ({ victim }: Site) => victim.socket.send(Buffer.alloc(641)), 4400],
    ['audio of another rate', ({ victim }: Site) => victim.socket.send(Buffer.alloc(4800)), 4400],
    ['no JSON', ({ victim }: Site) => victim.socket.send('{"type":'), 4400],
  ] as const)('sends %s: only its own session ends', async (_, send, code) => {
    const site = await createSite();
    await site.reach(phase);
    send(site);
    await site.until(() => site.victim.closeCode !== null);
    expect(site.victim.closeCode).toBe(code);
    await site.pass(GONE_MS, 100);
    expect(await site.state()).toBe('ended: disconnected');
    await site.finish();
  });

  it.each([
    ['repeats, drops and swaps frames', shuffledFrames()],
    ['is late, and sends two seconds at once', Array.from({ length: 100 }, () => silence(20).samples)],
    ['sends frames of all lengths', [10, 100, 33, 57, 10.5].map((ms) => silence(ms).samples)],
    [
      'sends messages with __proto__',
      ['{"type":"ping","t":1,"__proto__":{"t":"x"}}', '{"type":"x","__proto__":{"type":"session.end"}}'],
    ],
    ['sends a constant voltage', Array.from({ length: 25 }, () => new Int16Array(320).fill(9000))],
    ['sends clipped noise', Array.from({ length: 25 }, (_, n) => clipped(n))],
  ])('%s: it is answered when it asks again', async (_, frames) => {
    const site = await createSite();
    await site.reach(phase);
    for (const samples of frames) site.victim.socket.send(samples);
    await site.pass(1000);
    expect([await site.asksAgain(), errorCodes(site.victim)]).toEqual([true, []]);
    await site.finish();
  });
});

it('while it is speaking, the client stops reading: what waits is bounded, and it is closed', async () => {
  const clock = new VirtualClock();
  const words = 'one two three four five six seven eight nine ten. '.repeat(400);
  const output = { encoding: 'pcm_s16le', sample_rate: 48_000 };
  const site = await createSite({
    clock,
    agent: { llm_response_handler: () => streamReply({ text: words }, clock) },
    request: { transport: { type: 'websocket', protocol: 'antiphon.v1', audio: { output } } },
  });
  await site.reach('speaking');
  site.victim.socket.pause();
  let waiting = 0;
  const most = (): number => Math.max(...[...site.app.websocketServer.clients].map((one) => one.bufferedAmount));
  for (let ms = 0; ms < 300_000 && (await site.state()) === 'active'; ms += 1000) {
    await site.pass(1000, 200);
    waiting = Math.max(waiting, most());
  }
  await site.pass(GONE_MS, 200);
  // It answers no pings either: which of the two ends it first depends on the buffers of the system.
  expect(await site.state()).toMatch(/^ended: (?:slow_consumer|disconnected)$/u);
  expect(waiting).toBeLessThan(MIB);
  await site.finish();
});

/** Announces 100 MiB, and begins with them. */
function sendHugeFrame({ victim: { socket } }: Site): void {
  const { _socket: connection } = socket as unknown as { readonly _socket: Socket };
  const head = Buffer.alloc(14);
  head.writeUInt16BE(0x82_ff);
  head.writeBigUInt64BE(BigInt(100 * MIB), 2);
  connection.write(head);
  connection.write(Buffer.alloc(MIB));
}

function sendFragments({ victim }: Site): void {
  for (let n = 0; n < 1000; n += 1) victim.socket.send('', { fin: false });
}

function shuffledFrames(): readonly Int16Array[] {
  const frames = Array.from({ length: 20 }, (_, n) => voiced(20, 16_000, n % 2 === 0 ? 0.2 : 0.1).samples);
  return [...frames.slice(0, 5), ...frames.slice(3, 9).toReversed(), ...frames.slice(12)];
}

function clipped(seed: number): Int16Array {
  return Int16Array.from({ length: 320 }, (_, n) => ((n * 7 + seed) % 3 === 0 ? 32_767 : -32_768));
}
