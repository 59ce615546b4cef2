import { samplesOfMs, splitSamples } from '../../src/core/audio.ts';
import { createWavHeader } from '../../src/wire/audio/wavHeader.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import { createSpeechConfig, createSpeechContext, duplicateChannels, type SttTurnSettings } from './recognition.ts';
import type { AzureDeps } from './service.ts';
import { createBinaryFrame, createJsonFrame } from './usp.ts';

/** The frames of one turn: context, WAV header, audio, an empty message to end it, then telemetry. */
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

/** Length of a frame, as in the official client. */
const FRAME_MS = 100;

export function createSttTurn(settings: SttTurnSettings, { newId, wallClock }: AzureDeps): SttTurn {
  const { sample_rate, num_channels } = settings;
  const frameSamples = samplesOfMs(FRAME_MS, sample_rate);
  const id = newId();
  const received: Record<string, string[]> = {};
  const createJson = (path: string, body: string): SocketFrame => createJsonFrame(path, id, wallClock(), body);
  const createAudio = (bytes: Uint8Array, contentType?: string): SocketFrame =>
    createBinaryFrame({ path: 'audio', requestId: id, sentAt: wallClock(), contentType }, bytes);
  return {
    id,
    config: () => createJson('speech.config', createSpeechConfig(settings)),
    start: () => [
      createJson('speech.context', createSpeechContext(settings)),
      createAudio(createWavHeader(sample_rate, num_channels), 'audio/x-wav'),
    ],
    audio: (samples) =>
      splitSamples(samples, frameSamples).map((part) =>
        createAudio(bytesOfSamples(duplicateChannels(part, num_channels))),
      ),
    end: () => createAudio(new Uint8Array(0)),
    addReceived: (path) => {
      (received[path] ??= []).push(new Date(wallClock()).toISOString());
    },
    telemetry: () => createJson('telemetry', JSON.stringify({ ReceivedMessages: received, Metrics: [] })),
  };
}
