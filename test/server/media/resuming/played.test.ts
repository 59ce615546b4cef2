import { describe, expect, it } from 'vitest';
import { cutOff, LONG, RETURN } from '../support/cutOff.ts';
import { FakeSocket } from '../support/fakeSocket.ts';
import { resumableCall, type ResumableCall } from '../support/resumableCall.ts';

const SAMPLES_PER_MS = 16;

/** What a client says at its return that it has played of the greeting; returns its new socket. */
function returnWith({ connection, client }: ResumableCall, played_samples: number): FakeSocket {
  const start = client.messages.find(({ type }) => type === 'audio.start');
  const utterance_id = start?.type === 'audio.start' ? start.utterance_id : '';
  const socket = new FakeSocket();
  connection.resume(socket, RETURN);
  socket.says({ type: 'session.resume', last_seq: client.messages.length - 1, utterance_id, played_samples });
  return socket;
}

function countSent(sockets: readonly FakeSocket[]): number {
  const bytes = sockets.flatMap(({ frames }) => frames.map((frame) => (typeof frame === 'string' ? 0 : frame.length)));
  return bytes.reduce((sum, length) => sum + length, 0) / 2;
}

describe('a client that says at its return', () => {
  /** A greeting that ends as its client has just returned after a second of it, and what counts as heard. */
  async function heardOf(played: (sent: number) => number): Promise<readonly string[]> {
    const made = await cutOff();
    await made.clock.run(1100);
    const sent = countSent(made.sockets);
    const socket = returnWith(made, played(sent));
    const [, again] = socket.messages;
    expect(again).toMatchObject({ type: 'audio.start', first_sample: Math.min(sent, played(sent)) });
    made.session.close('ended_by_api');
    await made.clock.run(2000);
    return made.history();
  }

  it('that it has played more than it was sent has played what it was sent, and no more', async () => {
    const all = await heardOf((sent) => sent);
    expect(await heardOf((sent) => sent + 1)).toEqual(all);
    expect(await heardOf(() => Number.MAX_SAFE_INTEGER)).toEqual(all);
    expect(all).toEqual(['assistant: It is seven, or a']);
  });

  it('what it has played is believed at once, not when it reports next', async () => {
    const made = resumableCall({ config: { first_message: LONG }, reports: false });
    made.join();
    await made.clock.run(100);
    const [socket] = made.sockets;
    const start = made.client.messages.find(({ type }) => type === 'audio.start');
    const utterance_id = start?.type === 'audio.start' ? start.utterance_id : '';
    for (const type of ['playback.started', 'playback.position'])
      socket?.says({ type, utterance_id, played_samples: 50 * SAMPLES_PER_MS });
    // Nothing more that it reports arrives.
    await made.clock.run(2000);
    made.cut();
    returnWith(made, 700 * SAMPLES_PER_MS);
    made.session.close('ended_by_api');
    await made.clock.run(3000);
    expect(made.history()).toEqual(['assistant: It is']);
  });
});
