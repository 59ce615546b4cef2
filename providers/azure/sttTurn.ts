import { samplesOfMs } from '../../src/core/audio.ts';
import { createWavHeader } from '../../src/wire/audio/wavHeader.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import {
  createSpeechConfig,
  createSpeechContext,
  duplicateChannels,
  type RecognitionSettings,
  type StreamFormat,
} from './recognition.ts';
import { createBinaryFrame, createTextFrame, type UspHeaders } from './usp.ts';

/** The frames of one turn: context, WAV header, audio, an empty message as its end, and telemetry afterwards. */
export interface SttTurn {
  readonly id: string;
  /** Creates `speech.config`, sent once before the first turn of an utterance. */
  config(): SocketFrame;
  /** Creates `speech.context` and the WAV header. */
  start(): readonly SocketFrame[];
  audio(samples: Int16Array): readonly SocketFrame[];
  end(): SocketFrame;
  /** Records the time of a message of the service, for the telemetry. */
  addReceived(path: string): void;
  telemetry(): SocketFrame;
}

export type SttTurnSettings = StreamFormat & RecognitionSettings;

/** As in the official client. */
const FRAME_MS = 100;
const JSON_TYPE = 'application/json';

export function createSttTurn(
  settings: SttTurnSettings,
  { newId, wallClock }: Pick<WireDeps, 'newId' | 'wallClock'>,
): SttTurn {
  const id = newId();
  const received: Record<string, string[]> = {};
  const createHeaders = (path: string, contentType?: string): UspHeaders => ({
    path,
    requestId: id,
    sentAt: wallClock(),
    contentType,
  });
  const createAudio = (bytes: Uint8Array): SocketFrame => createBinaryFrame(createHeaders('audio'), bytes);
  return {
    id,
    config: () => createTextFrame(createHeaders('speech.config', JSON_TYPE), createSpeechConfig(settings)),
    start: () => [
      createTextFrame(createHeaders('speech.context', JSON_TYPE), createSpeechContext(settings)),
      createBinaryFrame(
        createHeaders('audio', 'audio/x-wav'),
        createWavHeader(settings.sample_rate, settings.num_channels),
      ),
    ],
    audio: (samples) =>
      splitFrames(samples, samplesOfMs(FRAME_MS, settings.sample_rate)).map((part) =>
        createAudio(bytesOfSamples(duplicateChannels(part, settings.num_channels))),
      ),
    end: () => createAudio(new Uint8Array(0)),
    addReceived: (path) => {
      (received[path] ??= []).push(new Date(wallClock()).toISOString());
    },
    telemetry: () =>
      createTextFrame(
        createHeaders('telemetry', JSON_TYPE),
        JSON.stringify({ ReceivedMessages: received, Metrics: [] }),
      ),
  };
}

function splitFrames(samples: Int16Array, length: number): readonly Int16Array[] {
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, at) =>
    samples.subarray(at * length, (at + 1) * length),
  );
}
