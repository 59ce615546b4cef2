import { readFile, writeFile } from 'node:fs/promises';
import type { AudioFrame } from 'antiphon';
import wavefile from 'wavefile';

const { WaveFile } = wavefile;

/** Sounds side by side, one per channel, of equal length. */
export interface Channels {
  /** In Hz. */
  readonly sampleRate: number;
  readonly channels: readonly Int16Array[];
}

/**
 * Reads a WAV file of any rate and number of channels (PCM of 8 to 32 bits, float, A-law, mu-law) as one mono frame.
 * Rejects with an Error that names the file and says what is wrong with it.
 */
export async function readWav(path: string): Promise<AudioFrame> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`${path}: cannot be read (${reasonOf(cause)})`, { cause });
  });
  const audio = decode(path, bytes);
  if (audio.samples.length === 0) throw new Error(`${path}: there is no sound in it`);
  return audio;
}

/** Writes 16-bit PCM. */
export async function writeWav(path: string, { sampleRate, channels }: Channels): Promise<void> {
  const wav = new WaveFile();
  wav.fromScratch(channels.length, sampleRate, '16', interleave(channels));
  await writeFile(path, wav.toBuffer());
}

function decode(path: string, bytes: Uint8Array): AudioFrame {
  try {
    const wav = new WaveFile(bytes);
    expand(wav);
    if (wav.bitDepth !== '16') wav.toBitDepth('16');
    const { numChannels, sampleRate } = wav.fmt as { readonly numChannels: number; readonly sampleRate: number };
    return { samples: mono(Int16Array.from(wav.getSamples(true)), numChannels), sampleRate };
  } catch (cause) {
    throw new Error(`${path}: expected a WAV file (${reasonOf(cause)})`, { cause });
  }
}

/** Telephone recordings become linear. */
function expand(wav: InstanceType<typeof WaveFile>): void {
  if (wav.bitDepth === '8a') wav.fromALaw();
  if (wav.bitDepth === '8m') wav.fromMuLaw();
}

/** All channels mixed into one. */
function mono(interleaved: Int16Array, channels: number): Int16Array {
  if (channels === 1) return interleaved;
  return Int16Array.from({ length: interleaved.length / channels }, (_, at) => {
    const frame = interleaved.subarray(at * channels, (at + 1) * channels);
    return frame.reduce((sum, sample) => sum + sample, 0) / channels;
  });
}

function interleave(channels: readonly Int16Array[]): Int16Array {
  const [first = new Int16Array(0)] = channels;
  return Int16Array.from({ length: first.length * channels.length }, (_, at) => {
    const channel = channels[at % channels.length];
    return channel?.[Math.floor(at / channels.length)] ?? 0;
  });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
