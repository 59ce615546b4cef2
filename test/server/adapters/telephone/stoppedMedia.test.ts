import { describe, expect, it } from 'vitest';
import { twilio } from '../../../../src/server/adapters/twilio/twilio.ts';
import type { MediaAdapter, PeerMessage } from '../../../../src/core/mediaAdapter.ts';
import { microphone, type SoundInterval } from '../../../../src/testing/audio.ts';
import type { PeerDouble } from '../../../../src/testing/contracts/mediaAdapterContract.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { call, type Call } from '../../media/support/call.ts';
import { FakeSocket } from '../../media/support/fakeSocket.ts';
import { createTwilioPeer } from '../../../contracts/twilioPeer.ts';
import { CARRIERS } from './carrierPeers.ts';

const ALL: Readonly<Record<string, { readonly adapter: MediaAdapter; createPeer(): PeerDouble }>> = {
  Twilio: { adapter: twilio, createPeer: createTwilioPeer },
  ...CARRIERS,
};

interface Stop {
  /** The telephone sends nothing from here. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** What it had to send meanwhile is lost, or comes at its end. */
  readonly missed: 'lost' | 'late';
}

interface StoppedCall extends Call {
  readonly clock: VirtualClock;
  readonly socket: FakeSocket;
  /** What has ended each segment. */
  readonly ends: readonly string[];
  /** What the session has got of the caller's audio, in ms. */
  heardMs(): number;
}

function phone(carrier: string, voice: readonly SoundInterval[], { fromMs, untilMs, missed }: Stop): StoppedCall {
  const { adapter, createPeer } = ALL[carrier] as (typeof ALL)[string];
  const { sample_rate: rate } = adapter.capabilities.audio.input[0] as { readonly sample_rate: 8000 | 16_000 };
  const clock = new VirtualClock();
  const llm = ['It is seven.', 'It is eight.'];
  const says = ['what time is it', 'and now'];
  const made = call({ scheduler: clock, adapter, outputRate: rate, inputRate: rate, says, llm });
  const socket = new FakeSocket();
  const peer = createPeer();
  const send = (messages: readonly PeerMessage[]): void => {
    for (const message of messages)
      clock.schedule(() => socket.emit('message', Buffer.from(message as string), typeof message !== 'string'));
  };
  made.start();
  made.connection.join(socket);
  send(peer.begin());
  const late: (readonly PeerMessage[])[] = [];
  const talking = microphone(voice, { scheduler: clock, frameMs: 20, sampleRate: rate }).subscribe(({ samples }) => {
    const messages = peer.speak(samples);
    const isStopped = clock.now() > fromMs && clock.now() <= untilMs;
    if (isStopped && missed === 'late') late.push(messages);
    if (isStopped) return;
    late.splice(0).forEach(send);
    send(messages);
  });
  void made.session.ended.then(() => talking.unsubscribe());
  let heardMs = 0;
  made.connection.io.audioIn.subscribe(({ samples, sampleRate }) => (heardMs += (samples.length * 1000) / sampleRate));
  const ends: string[] = [];
  made.session.edges.activity.subscribe((event) => event.kind === 'ended' && ends.push(event.by));
  return { ...made, clock, socket, ends, heardMs: () => heardMs };
}

const QUESTION = { atMs: 1000, forMs: 1500 };
const ANSWERED = ['user: what time is it', 'assistant: It is seven.'];

describe.each(Object.keys(ALL))('a telephone over %s', (carrier) => {
  it('that stops in the middle of a word is answered', async () => {
    const { clock, history, ends } = phone(carrier, [QUESTION], { fromMs: 2000, untilMs: 60_000, missed: 'lost' });
    await clock.run(6000);
    expect([history(), ends]).toEqual([ANSWERED, ['silence']]);
  });

  it('that goes on after that has lost no time and gained none', async () => {
    const voice = [QUESTION, { atMs: 11_000, forMs: 1000 }];
    const { clock, history, heardMs } = phone(carrier, voice, { fromMs: 2000, untilMs: 9000, missed: 'lost' });
    await clock.run(15_000);
    expect(history()).toEqual([...ANSWERED, 'user: and now', 'assistant: It is eight.']);
    // Telnyx: five parts are waited for.
    expect(Math.abs(heardMs() - 15_000)).toBeLessThanOrEqual(100);
  });

  it('that stops for less than 750 ms, and then sends what it had, has not been silent', async () => {
    const { clock, history, heardMs } = phone(carrier, [QUESTION], { fromMs: 1600, untilMs: 2300, missed: 'late' });
    await clock.run(6000);
    expect(history()).toEqual(ANSWERED);
    expect(Math.abs(heardMs() - 6000)).toBeLessThanOrEqual(20);
  });

  it('has no timer when its call is over', async () => {
    const { clock, session, socket, ledger } = phone(carrier, [], { fromMs: 500, untilMs: 60_000, missed: 'lost' });
    await clock.run(3000);
    socket.emit('close', 1000);
    await clock.run(3000);
    expect((await session.ended).reason).toBe('ended_by_client');
    expect([clock.pending, ledger.open()]).toEqual([0, {}]);
  });
});
