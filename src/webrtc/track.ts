import { randomInt } from 'node:crypto';
import type { SchedulerLike } from 'rxjs';
import type * as werift from 'werift';
import { bytesOfSamples } from '../wire/bytes.ts';
import { createAudioReceiver } from './audioReceiver.ts';
import { createAudioSender, type AudioSender, type SentPacket } from './audioSender.ts';
import type { PlayoutUpdate } from './frames.ts';
import type { OpusCodec } from './opus.ts';

export interface TrackOptions {
  readonly packages: Pick<typeof werift, 'RtpHeader' | 'RtpPacket'>;
  readonly codec: OpusCodec;
  readonly scheduler: SchedulerLike;
  /** In Hz. */
  readonly inputRate: number;
  readonly outputRate: number;
  /** Returns whether the user's audio is accepted. It is not decoded before the connection is open or after its end. */
  readonly isTaken: () => boolean;
  /** Receives the user's audio. */
  readonly received: (bytes: Uint8Array) => void;
  readonly report: (update: PlayoutUpdate) => void;
  /** Receives the number of frames of the agent's audio that are no longer queued. */
  readonly left: (frames: number) => void;
}

/** Creates the sender of the agent's audio into a local track. */
export function createSendingTrack(track: werift.MediaStreamTrack, options: TrackOptions): AudioSender {
  const { packages, codec, scheduler, outputRate: sampleRate, report, left } = options;
  let sequence = randomInt(2 ** 15);
  const send = ({ payload, timestamp, marker }: SentPacket): void => {
    sequence = (sequence + 1) % 2 ** 16;
    const header = new packages.RtpHeader({ sequenceNumber: sequence, timestamp, marker });
    track.writeRtp(new packages.RtpPacket(header, Buffer.from(payload)));
  };
  return createAudioSender({ scheduler, sampleRate, encode: codec.encode, send, report, left });
}

/** Forwards the audio of a remote track, in order and without gaps. */
export function receiveTrack(track: werift.MediaStreamTrack, options: TrackOptions): void {
  const { codec, inputRate: sampleRate, received, isTaken } = options;
  const emit = (samples: Int16Array): void => received(bytesOfSamples(samples));
  const receive = createAudioReceiver({ sampleRate, decoder: codec.decoder, emit });
  track.onReceiveRtp.subscribe(({ header, payload }) => {
    if (isTaken()) receive({ sequence: header.sequenceNumber, timestamp: header.timestamp, payload });
  });
}
