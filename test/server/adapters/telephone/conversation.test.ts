import { describe, expect, it } from 'vitest';
import type { PeerMessage } from '../../../../src/core/mediaAdapter.ts';
import { microphone, type SoundInterval } from '../../../../src/testing/audio.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { call, type Call, type CallOptions } from '../../media/support/call.ts';
import { FakeSocket } from '../../media/support/fakeSocket.ts';
import type { CarrierDouble, CarrierPeer } from './carrierDouble.ts';
import { DOUBLES } from './doubles.ts';
import { createCarrierTelephone, type CarrierTelephone } from './carrierTelephone.ts';

const GREETING = 'Good evening, this is the table desk of the hotel. What can I do for you today?';
/** Of the double of TTS. */
const MS_PER_CHARACTER = 60;

interface PhoneCall extends Call {
  readonly clock: VirtualClock;
  readonly socket: FakeSocket;
  readonly peer: CarrierPeer;
  readonly telephone: CarrierTelephone;
  send(messages: readonly PeerMessage[]): void;
}

function phone(carrier: string, voice: readonly SoundInterval[], options: Omit<CallOptions, 'scheduler'>): PhoneCall {
  const { adapter, createPeer } = DOUBLES[carrier] as CarrierDouble;
  const { sample_rate: rate } = adapter.capabilities.audio.input[0] as { readonly sample_rate: 8000 | 16_000 };
  const clock = new VirtualClock();
  const made = call({ ...options, scheduler: clock, adapter, outputRate: rate, inputRate: rate });
  const socket = new FakeSocket();
  const peer = createPeer();
  const send = (messages: readonly PeerMessage[]): void => {
    for (const message of messages)
      clock.schedule(() => socket.emit('message', Buffer.from(message as string), typeof message !== 'string'));
  };
  const telephone = createCarrierTelephone({ scheduler: clock, peer, sampleRate: rate, send });
  socket.onFrame = (frame) => telephone.take(frame);
  made.start();
  made.connection.join(socket);
  send(peer.begin());
  const talking = microphone(voice, { scheduler: clock, frameMs: 20, sampleRate: rate }).subscribe(({ samples }) =>
    send(peer.speak(samples)),
  );
  void made.session.ended.then(() => talking.unsubscribe());
  return { ...made, clock, socket, peer, telephone, send };
}

describe.each(Object.keys(DOUBLES))('a call over %s', (carrier) => {
  it('is greeted when its stream has started, and answered', async () => {
    const { clock, history, telephone, peer } = phone(carrier, [{ atMs: 7000, forMs: 640 }], {
      says: ['what time is it'],
      llm: ['It is seven.'],
      config: { first_message: GREETING },
    });
    await clock.run(14_000);
    expect(history()).toEqual([`assistant: ${GREETING}`, 'user: what time is it', 'assistant: It is seven.']);
    const { partMs = 1 } = peer;
    const lengths = [GREETING, 'It is seven.'].map(({ length }) => Math.ceil((length * MS_PER_CHARACTER) / partMs));
    expect(telephone.playedMs()).toBe(lengths.reduce((sum, parts) => sum + parts * partMs, 0));
  });

  it('that is interrupted has the words that the caller heard, by the marks, and goes on', async () => {
    const { clock, session, telephone, events, history } = phone(carrier, [{ atMs: 1500, forMs: 1200 }], {
      says: ['stop please'],
      llm: ['Yes.'],
      config: { first_message: GREETING },
    });
    const heard: unknown[] = [];
    let playedMs = 0;
    session.events$.subscribe(({ name, input }) => {
      if (name !== 'on_agent_interrupted') return;
      heard.push((input as { readonly heard: string }).heard);
      playedMs = telephone.playedMs();
    });
    await clock.run(8000);
    expect(heard).toEqual(['marked']);
    const [text = ''] = events.filter((event) => event.startsWith('agent_interrupted'));
    const words = text.slice('agent_interrupted: '.length).split(' ').length;
    const truth = GREETING.slice(0, Math.floor(playedMs / MS_PER_CHARACTER)).split(' ').length;
    expect(Math.abs(words - truth)).toBeLessThanOrEqual(1);
    expect([telephone.clears(), history().slice(1)]).toEqual([1, ['user: stop please', 'assistant: Yes.']]);
  });

  it('takes the keys that the caller presses', async () => {
    const { clock, peer, send, history } = phone(carrier, [], { llm: ['Thank you.'] });
    await clock.run(100);
    for (const key of ['4', '2', '#']) send(peer.press(key));
    await clock.run(3000);
    expect(history()).toEqual(['user: 42', 'assistant: Thank you.']);
  });

  it('ends with the call', async () => {
    const { clock, peer, send, session, socket, ledger } = phone(carrier, [], {});
    await clock.run(100);
    if (peer.leave === undefined) socket.emit('close', 1000);
    else send(peer.leave());
    await clock.run(2000);
    expect((await session.ended).reason).toBe('ended_by_client');
    expect(ledger.open()).toEqual({});
  });
});
