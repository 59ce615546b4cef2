import { asterisk } from '../../../../src/server/adapters/asterisk/asterisk.ts';
import { jambonz } from '../../../../src/server/adapters/jambonz/jambonz.ts';
import { twilio } from '../../../../src/server/adapters/twilio/twilio.ts';
import type { MediaAdapter, PeerMessage } from '../../../../src/core/mediaAdapter.ts';
import { microphone, type SoundInterval } from '../../../../src/testing/audio.ts';
import type { PeerDouble } from '../../../../src/testing/contracts/mediaAdapterContract.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { call, type Call } from '../../media/support/call.ts';
import { FakeSocket } from '../../media/support/fakeSocket.ts';
import { createAsteriskPeer, createJambonzPeer } from '../../../contracts/switchPeers.ts';
import { createTwilioPeer } from '../../../contracts/twilioPeer.ts';
import { DOUBLES } from './doubles.ts';

/** Every line over which telephones call. */
export const LINES: Readonly<Record<string, { readonly adapter: MediaAdapter; createPeer(): PeerDouble }>> = {
  Twilio: { adapter: twilio, createPeer: createTwilioPeer },
  ...DOUBLES,
  Asterisk: { adapter: asterisk, createPeer: createAsteriskPeer },
  jambonz: { adapter: jambonz, createPeer: createJambonzPeer },
};

export interface Stop {
  /** The telephone sends nothing from here. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** What it had to send meanwhile is lost, or comes at its end. */
  readonly missed: 'lost' | 'late';
}

export interface StoppedCall extends Call {
  readonly clock: VirtualClock;
  readonly socket: FakeSocket;
  /** What has ended each segment. */
  readonly ends: readonly string[];
  /** What the session has got of the caller's audio, in ms. */
  heardMs(): number;
}

/** Calls a session on doubles in virtual time, from a telephone that does not send for a while. */
export function phone(line: string, voice: readonly SoundInterval[], { fromMs, untilMs, missed }: Stop): StoppedCall {
  const { adapter, createPeer } = LINES[line] as (typeof LINES)[string];
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
