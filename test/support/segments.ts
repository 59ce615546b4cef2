import { concatSamples, samplesOfMs } from '../../src/core/audio.ts';
import type { SttInput } from '../../src/core/ports.ts';
import { createResampler } from '../../src/core/resampler.ts';
import { speakPcm, type VoiceOptions } from './voice.ts';

export interface SegmentOptions extends VoiceOptions {
  /** In Hz. Default 16000. */
  readonly sampleRate?: number;
  /** Length of a frame, in ms. Default 32. */
  readonly frameMs?: number;
  /** By how much its loudness is multiplied. Default 1. */
  readonly gain?: number;
}

/** A segment as voice activity detection cuts it: 0.5 s before the speech, 0.58 s behind it; `''` is silence throughout. */
export async function spokenSegment(
  text: string,
  segment: number,
  { sampleRate = 16_000, frameMs = 32, gain = 1, ...voice }: SegmentOptions = {},
): Promise<readonly SttInput[]> {
  const speech = text === '' ? silence(500, sampleRate) : await spoken(text, sampleRate, voice);
  const samples = concatSamples([
    silence(500, sampleRate),
    speech.map((sample) => Math.round(sample * gain)),
    silence(580, sampleRate),
  ]);
  const length = samplesOfMs(frameMs, sampleRate);
  const frames = Array.from({ length: Math.ceil(samples.length / length) }, (_, n): SttInput => {
    const frame = { samples: samples.subarray(n * length, (n + 1) * length), sampleRate };
    return { kind: 'audio', segment, frame };
  });
  return [{ kind: 'start', segment }, ...frames, { kind: 'end', segment }];
}

/** Without the pause that the voice makes behind a sentence. */
async function spoken(text: string, sampleRate: number, voice: VoiceOptions): Promise<Int16Array> {
  const { samples, sampleRate: from } = await speakPcm(text, voice);
  const sound = samples.subarray(0, samples.findLastIndex((sample) => sample !== 0) + 1);
  const resampler = createResampler(from, sampleRate);
  return concatSamples([resampler.push(sound), resampler.flush()]);
}

function silence(ms: number, sampleRate: number): Int16Array {
  return new Int16Array(samplesOfMs(ms, sampleRate));
}
