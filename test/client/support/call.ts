import { expect, onTestFinished } from 'vitest';
import type { Call, CallEvents, CallOptions } from '../../../src/client/call.ts';
import { createCall } from '../../../src/client/createCall.ts';
import type { ServerMessageBody } from '../../../src/core/protocol.ts';
import { STARTED, stubBrowser, type FakeBrowser, type FakeContext, type FakeSocket } from './browser.ts';

export interface Live {
  readonly call: Call;
  readonly browser: FakeBrowser;
  readonly context: FakeContext;
  readonly socket: FakeSocket;
  readonly heard: <Name extends keyof CallEvents>(name: Name) => CallEvents[Name][];
}

const EVENTS = ['state', 'message', 'level', 'playback', 'audio', 'error', 'ended'] as const;

/** A live call and all its events, from before its start. It ends with the test. */
export async function live(
  options: CallOptions = {},
  before: (call: Call) => void = () => undefined,
  started: ServerMessageBody = STARTED,
): Promise<Live> {
  const browser = await stubBrowser();
  const call = createCall(options);
  const all: [string, unknown][] = [];
  for (const name of EVENTS) call.on(name, (event) => void all.push([name, event]));
  const heard = <Name extends keyof CallEvents>(name: Name): CallEvents[Name][] =>
    all.filter(([of]) => of === name).map(([, event]) => event as CallEvents[Name]);
  onTestFinished(() => {
    void call.end();
    for (const open of browser.sockets) open.drop(1000);
  });
  before(call);
  const starting = call.start();
  const socket = await browser.nextSocket();
  await socket.open();
  socket.deliver(started);
  await starting;
  const [context] = browser.contexts;
  if (context === undefined) throw new Error('No audio was opened.');
  return {
    call,
    browser,
    context,
    socket,
    heard,
  };
}

/** The server speaks, loud and evenly. */
export function say(socket: FakeSocket, utterance: string, samples: number): void {
  socket.deliver({ type: 'audio.start', utterance_id: utterance, sample_rate: 24_000 });
  socket.receive(new Int16Array(samples).fill(16_384).buffer);
}

/** `WebSocket.CLOSED` */
const CLOSED = 3;

/** Nothing that was opened is open. */
export function expectReleased({ contexts, streams, sockets }: FakeBrowser): void {
  expect(contexts.map(({ state }) => state)).not.toContain('running');
  expect(streams.every(({ track }) => track.stopped)).toBe(true);
  expect(contexts.flatMap(({ worklets }) => worklets).every(({ port }) => port.closed)).toBe(true);
  expect(sockets.every(({ closedWith, readyState }) => closedWith !== undefined || readyState === CLOSED)).toBe(true);
}
