import type { createDecoder, createEncoder } from 'libopus-wasm';
import type { Decoder } from './audioReceiver.ts';

type SampleRate = 8000 | 16_000 | 24_000 | 48_000;

/** The Opus codec of one connection. */
export interface OpusCodec {
  readonly decoder: Decoder;
  /** Encodes 20 ms. */
  encode(samples: Int16Array): Uint8Array;
  free(): void;
}

/** The package libopus-wasm. */
export interface Opus {
  readonly createDecoder: typeof createDecoder;
  readonly createEncoder: typeof createEncoder;
}

/** Bits per second; a voice at 24 kHz needs no more. */
const BITRATE = 40_000;
/** Uses half the CPU time of complexity 10, without an audible difference. */
const COMPLEXITY = 5;
/** The loss, in percent, against which each packet repeats data of the previous one. */
const EXPECTED_LOSS = 10;
const VOIP = 2048;
/** Longest packet of Opus, in ms. */
const MAX_PACKET_MS = 120;

/** Creates an Opus codec at the sample rates of a session, which resamples. */
export async function createOpusCodec(opus: Opus, inputRate: number, outputRate: number): Promise<OpusCodec> {
  const decoder = await opus.createDecoder({
    sampleRate: inputRate as SampleRate,
    channels: 1,
    maxFrameSize: (inputRate * MAX_PACKET_MS) / 1000,
  });
  const encoder = await opus.createEncoder({
    sampleRate: outputRate as SampleRate,
    channels: 1,
    application: VOIP,
    frameSize: outputRate / 50,
    bitrate: BITRATE,
    complexity: COMPLEXITY,
    fec: true,
    packetLossPercent: EXPECTED_LOSS,
  });
  return {
    decoder: {
      decode: (payload) => decoder.decode(payload),
      recover: (next, samples) => decoder.decode(next, { decodeFec: true, frameSize: samples }),
      conceal: (samples) => decoder.decodePacketLoss(samples),
    },
    encode: (samples) => encoder.encode(samples),
    free: () => {
      decoder.free();
      encoder.free();
    },
  };
}
