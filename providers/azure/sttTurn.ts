import { samplesOfMs } from '../../src/core/audio.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import { speechConfig, speechContext, spread, wavHeader } from './recognition.ts';
import type { RecognitionPlan, StreamFormat } from './recognition.ts';
import type { UspHead } from './usp.ts';
import { binaryFrame, textFrame } from './usp.ts';

/** What one turn sends: context, head of the stream, audio, an empty message as its end, and telemetry when it is over. */
export interface SttTurn {
  readonly id: string;
  /** Once, before the context, where the turn is the first of an utterance. */
  config(): SocketFrame;
  /** The context, and the head of the stream. */
  head(): readonly SocketFrame[];
  audio(samples: Int16Array): readonly SocketFrame[];
  end(): SocketFrame;
  /** The service said something in the turn: the telemetry tells when. */
  heard(path: string): void;
  telemetry(): SocketFrame;
}

export type SttPlan = StreamFormat & RecognitionPlan;

/** As the official client cuts its audio. */
const FRAME_MS = 100;
const JSON_TYPE = 'application/json';

export function sttTurn(plan: SttPlan, { newId, wallClock }: Pick<WireDeps, 'newId' | 'wallClock'>): SttTurn {
  const id = newId();
  const received: Record<string, string[]> = {};
  const head = (path: string, contentType?: string): UspHead => ({
    path,
    requestId: id,
    sentAt: wallClock(),
    contentType,
  });
  const audio = (bytes: Uint8Array): SocketFrame => binaryFrame(head('audio'), bytes);
  return {
    id,
    config: () => textFrame(head('speech.config', JSON_TYPE), speechConfig(plan)),
    head: () => [
      textFrame(head('speech.context', JSON_TYPE), speechContext(plan)),
      binaryFrame(head('audio', 'audio/x-wav'), wavHeader(plan)),
    ],
    audio: (samples) =>
      cut(samples, samplesOfMs(FRAME_MS, plan.sample_rate)).map((part) =>
        audio(bytesOfSamples(spread(part, plan.num_channels))),
      ),
    end: () => audio(new Uint8Array(0)),
    heard: (path) => {
      (received[path] ??= []).push(new Date(wallClock()).toISOString());
    },
    telemetry: () =>
      textFrame(head('telemetry', JSON_TYPE), JSON.stringify({ ReceivedMessages: received, Metrics: [] })),
  };
}

function cut(samples: Int16Array, length: number): readonly Int16Array[] {
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, at) =>
    samples.subarray(at * length, (at + 1) * length),
  );
}
