import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createProtocolSocket,
  type ProtocolSocket,
  type ProtocolSocketOptions,
} from '../../src/client/protocolSocket.ts';
import { createMessageReader } from '../../src/client/messages.ts';
import { FakeSocket, stubBrowser } from './support/browser.ts';

afterEach(() => void vi.useRealTimers());

describe('messages of the server', () => {
  it('is emitted in order, audio included', async () => {
    const { fake, message, audio } = await rig();
    const frame = new ArrayBuffer(960);
    fake.deliver({ type: 'audio.start', utterance_id: 'u', sample_rate: 24_000 });
    fake.receive(frame);
    fake.deliver({ type: 'audio.end', utterance_id: 'u', samples: 480 });
    expect(message.mock.calls.map(([{ type }]) => type)).toEqual(['audio.start', 'audio.end']);
    expect(audio).toHaveBeenCalledExactlyOnceWith(frame);
    expect(message.mock.invocationCallOrder[0]).toBeLessThan(audio.mock.invocationCallOrder[0] ?? 0);
    expect(audio.mock.invocationCallOrder[0]).toBeLessThan(message.mock.invocationCallOrder[1] ?? 0);
  });

  it('is passed over where this client does not know its type', async () => {
    const { fake, message, closed } = await rig();
    fake.deliver({ type: 'weather.changed' });
    fake.deliver({ type: 'pong', t: 1 });
    expect(message).toHaveBeenCalledTimes(1);
    expect(closed).not.toHaveBeenCalled();
  });

  it.each([
    ['an odd number of bytes', new ArrayBuffer(961)],
    ['no JSON', '{'],
    ['a message too many', '{"type":"pong","seq":1,"t_ms":0,"t":0}'],
  ])('ends the connection with 4400 if it is %s', async (_name, frame) => {
    const { fake, message, audio, closed } = await rig();
    fake.receive(frame);
    fake.deliver({ type: 'pong', t: 1 });
    expect(fake.closedWith?.[0]).toBe(4400);
    expect(fake.closedWith?.[1]).toMatch(/^Expected .{1,110}\.$/);
    expect(closed).toHaveBeenCalledExactlyOnceWith(4400);
    expect(message).not.toHaveBeenCalled();
    expect(audio).not.toHaveBeenCalled();
  });
});

describe('messages of the client', () => {
  it('goes out as text, the audio as PCM', async () => {
    const { fake, socket } = await rig();
    socket.send({ type: 'input.text', text: 'hello' });
    socket.sendAudio(Int16Array.of(1, 2, 3));
    expect(fake.sent).toEqual(['{"type":"input.text","text":"hello"}', Int16Array.of(1, 2, 3)]);
  });

  it.each([
    ['closing', 2],
    ['closed', 3],
  ])('is dropped on a socket that is %s', async (_state, readyState) => {
    const { fake, socket } = await rig();
    fake.readyState = readyState;
    socket.send({ type: 'session.end' });
    socket.sendAudio(new Int16Array(320));
    expect(fake.sent).toEqual([]);
  });

  it('is dropped rather than late: audio beyond 1 s that waits', async () => {
    const { fake, socket } = await rig();
    fake.bufferedAmount = 32_001;
    socket.sendAudio(new Int16Array(320));
    expect(fake.frames).toHaveLength(0);
    fake.bufferedAmount = 32_000;
    socket.sendAudio(new Int16Array(320));
    expect(fake.frames).toHaveLength(1);
    fake.bufferedAmount = 32_001;
    socket.send({ type: 'agent.interrupt' });
    expect(fake.messages).toEqual([{ type: 'agent.interrupt' }]);
  });
});

describe('a server that is silent', () => {
  it('gets two pings and is closed with 4408, 30 s after its last message', async () => {
    vi.useFakeTimers();
    const { fake, closed } = await rig();
    vi.advanceTimersByTime(9999);
    expect(fake.sent).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(fake.sent).toHaveLength(1);
    vi.advanceTimersByTime(19_999);
    expect(fake.sent).toHaveLength(2);
    expect(closed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(fake.closedWith?.[0]).toBe(4408);
    expect(closed).toHaveBeenCalledExactlyOnceWith(4408);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is kept as long as something comes within 20 s', async () => {
    vi.useFakeTimers();
    const { fake, closed } = await rig();
    for (let beat = 0; beat < 10; beat += 1) {
      vi.advanceTimersByTime(19_999);
      fake.receive(new ArrayBuffer(2));
    }
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('the end', () => {
  it('is reported once, with the code of the server', async () => {
    vi.useFakeTimers();
    const { fake, closed } = await rig();
    fake.drop(4413);
    fake.drop(1006);
    expect(closed).toHaveBeenCalledExactlyOnceWith(4413);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not reported after the lifetime has ended', async () => {
    vi.useFakeTimers();
    const { fake, closed, message, life } = await rig();
    life.abort();
    fake.deliver({ type: 'pong', t: 1 });
    fake.drop(1000);
    expect(message).not.toHaveBeenCalled();
    expect(closed).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

interface Rig {
  readonly fake: FakeSocket;
  readonly socket: ProtocolSocket;
  readonly life: AbortController;
  readonly message: ReturnType<typeof vi.fn<ProtocolSocketOptions['message']>>;
  readonly audio: ReturnType<typeof vi.fn<ProtocolSocketOptions['audio']>>;
  readonly closed: ReturnType<typeof vi.fn<ProtocolSocketOptions['closed']>>;
}

async function rig(): Promise<Rig> {
  await stubBrowser();
  const [fake, life] = [new FakeSocket('ws://localhost', []), new AbortController()];
  fake.readyState = 1;
  const message = vi.fn<ProtocolSocketOptions['message']>();
  const audio = vi.fn<ProtocolSocketOptions['audio']>();
  const closed = vi.fn<ProtocolSocketOptions['closed']>();
  const webSocket = fake as unknown as WebSocket;
  const socket = createProtocolSocket({
    socket: webSocket,
    sampleRate: 16_000,
    lifetime: life.signal,
    reader: createMessageReader(),
    message,
    audio,
    closed,
  });
  return { fake, socket, life, message, audio, closed };
}
