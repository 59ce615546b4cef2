import { createResampler } from '../core/resampler.ts';

/** Duration of a frame, in ms. */
const FRAME_MS = 20;
const FULL_SCALE = 32_768;

export interface CaptureOptions {
  /** Sample rate of the device, in Hz. */
  readonly deviceRate: number;
  /** Sample rate of the frames, in Hz. */
  readonly sampleRate: number;
}

/** 20 ms of the microphone's audio: 16-bit mono PCM at the requested rate. */
export interface CapturedFrame {
  readonly samples: Int16Array<ArrayBuffer>;
  /** Root mean square, from 0 to 1. */
  readonly level: number;
}

/** Takes the next block of the device's audio, with samples from -1 to 1, and returns the frames that it completes. */
export type Capture = (block: Float32Array) => readonly CapturedFrame[];

/** Creates a converter of blocks of any length at the device's rate into frames of 20 ms at `sampleRate`. */
export function createCapture({ deviceRate, sampleRate }: CaptureOptions): Capture {
  const resampler = createResampler(deviceRate, sampleRate);
  const length = (sampleRate * FRAME_MS) / 1000;
  let frame = new Int16Array(length);
  let filled = 0;

  return (block) => {
    const frames: CapturedFrame[] = [];
    const samples = resampler.push(pcm16(block));
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + length - filled);
      frame.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < length) break;
      frames.push({ samples: frame, level: levelOf(frame) });
      frame = new Int16Array(length);
      filled = 0;
    }
    return frames;
  };
}

function pcm16(block: Float32Array): Int16Array {
  const samples = new Int16Array(block.length);
  block.forEach((value, index) => {
    samples[index] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value * FULL_SCALE)));
  });
  return samples;
}

function levelOf(samples: Int16Array): number {
  const energy = samples.reduce((sum, sample) => sum + sample * sample, 0);
  return Math.sqrt(energy / samples.length) / FULL_SCALE;
}
