import { createDecoder, createEncoder, type OpusDecoderHandle, type OpusEncoderHandle } from 'libopus-wasm';
import {
  MediaStream,
  MediaStreamTrack,
  RTCPeerConnection,
  type RTCPeerConnectionConfig,
  RtpHeader,
  RtpPacket,
  useOPUS,
  type RTCDataChannel,
} from 'werift';
import { BehaviorSubject, filter, firstValueFrom } from 'rxjs';
import { onTestFinished } from 'vitest';
import type { ServerMessage } from '../../../src/core/protocol.ts';

/** A client over WebRTC, on loopback. */
export interface RtcClient {
  readonly connection: RTCPeerConnection;
  readonly channel: RTCDataChannel;
  /** The messages of the server so far. */
  readonly messages: readonly ServerMessage[];
  /** The agent's audio so far, at 24 kHz. */
  readonly heard: readonly Int16Array[];
  /** The packets of audio so far. */
  readonly packets: readonly RtpHeader[];
  /** Resolves when so many packets have come. */
  hear(packets: number): Promise<void>;
  readonly offer: string;
  /** Resolves when the data channel is closed. */
  readonly closed: Promise<void>;
  /** Resolves when the data channel is open. */
  accept(answer: string): Promise<void>;
  /** Sends 20 ms at 48 kHz. */
  speak(samples: Int16Array): void;
  send(message: object): void;
  /** Resolves with the first message of a type that has come, or will. */
  message<Type extends ServerMessage['type']>(type: Type): Promise<Extract<ServerMessage, { readonly type: Type }>>;
}

export const LOOPBACK: RTCPeerConnectionConfig = {
  codecs: { audio: [useOPUS()] },
  iceServers: [],
  bundlePolicy: 'max-bundle',
  iceUseIpv4: false,
  iceUseIpv6: false,
  iceAdditionalHostAddresses: ['127.0.0.1'],
};

/** Creates a client with its offer. It is closed when the test is over. */
export async function createRtcClient(label = 'antiphon.v1'): Promise<RtcClient> {
  const connection = new RTCPeerConnection(LOOPBACK);
  onTestFinished(() => connection.close());
  const track = new MediaStreamTrack({ kind: 'audio' });
  connection.addTrack(track, new MediaStream([track]));
  const channel = connection.createDataChannel(label);
  const [encoder, decoder] = await Promise.all([
    createEncoder({ channels: 1 }),
    createDecoder({ channels: 1, sampleRate: 24_000 }),
  ]);
  const messages: ServerMessage[] = [];
  const waiting = new Set<() => void>();
  channel.onMessage.subscribe((data) => {
    messages.push(JSON.parse(String(data)) as ServerMessage);
    for (const check of waiting) check();
  });
  const heard = listen(connection, decoder);
  await connection.setLocalDescription(await connection.createOffer());
  const send = speakInto(track, encoder);
  return {
    connection,
    channel,
    messages,
    ...heard,
    closed: whenIn(channel, 'closed'),
    // As the one that begins the DTLS handshake, werift fails when the server is slow: it repeats its hello, and takes the second answer for a fault.
    offer: (connection.localDescription?.sdp ?? '').replaceAll('a=setup:actpass', 'a=setup:passive'),
    accept: async (answer) => {
      const open = whenIn(channel, 'open');
      await connection.setRemoteDescription({ type: 'answer', sdp: answer });
      await open;
    },
    speak: send,
    send: (message) => channel.send(JSON.stringify(message)),
    message: (type) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = messages.find((message) => message.type === type);
          if (found === undefined) return;
          waiting.delete(check);
          resolve(found as never);
        };
        waiting.add(check);
        check();
      }),
  };
}

function listen(
  connection: RTCPeerConnection,
  decoder: OpusDecoderHandle,
): Pick<RtcClient, 'heard' | 'packets' | 'hear'> {
  const heard: Int16Array[] = [];
  const packets: RtpHeader[] = [];
  const count = new BehaviorSubject(0);
  connection.onTrack.subscribe((track) =>
    track.onReceiveRtp.subscribe(({ header, payload }) => {
      packets.push(header);
      heard.push(decoder.decode(payload));
      count.next(packets.length);
    }),
  );
  const hear: RtcClient['hear'] = async (wanted) =>
    void (await firstValueFrom(count.pipe(filter((seen) => seen >= wanted))));
  return { heard, packets, hear };
}

function speakInto(track: MediaStreamTrack, encoder: OpusEncoderHandle): RtcClient['speak'] {
  let sequence = 0;
  return (samples) => {
    const header = new RtpHeader({ sequenceNumber: sequence, timestamp: sequence * 960 });
    sequence += 1;
    track.writeRtp(new RtpPacket(header, Buffer.from(encoder.encode(samples))));
  };
}

function whenIn(channel: RTCDataChannel, wanted: 'open' | 'closed'): Promise<void> {
  return new Promise((resolve) => channel.stateChanged.subscribe((state) => state === wanted && resolve()));
}
