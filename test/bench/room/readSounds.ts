import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { firstValueFrom, map } from 'rxjs';
import { readWav } from '../../../examples/talk/wav.ts';
import type { AudioFrame } from '../../../src/core/audio.ts';
import { mp3 } from '../../../src/wire/audio/mp3.ts';
import { DECODER_FOLDER, fetchSounds, type SoundFile } from './fetchSounds.ts';
import type { SoundClass } from './manifest.ts';
import { RATE, resampleSamples } from './samples.ts';

/** A recording, at `RATE`. */
export interface Sound {
  readonly class: SoundClass;
  readonly package: string;
  readonly name: string;
  readonly samples: Int16Array;
}

export interface Sounds {
  readonly sounds: readonly Sound[];
  /** Packages that this machine's package sources do not have. */
  readonly missing: readonly string[];
  /** Files that could not be decoded, with the reason. */
  readonly faults: readonly string[];
}

/** Longest part of a recording that is used, in seconds. */
const MAX_SECONDS = 20;

/** Fetches and decodes the recordings of the manifest. */
export async function readSounds(): Promise<Sounds> {
  const { entries, missing } = fetchSounds();
  const sounds: Sound[] = [];
  const faults: string[] = [];
  for (const { files, take } of entries) {
    let taken = 0;
    for (const file of files) {
      if (taken === take) break;
      const sound = await readSound(file).catch((error: unknown) => void faults.push(`${file.path}: ${String(error)}`));
      if (sound === undefined || sound.samples.length < file.minSeconds * RATE) continue;
      sounds.push(sound);
      taken += 1;
    }
  }
  return { sounds, missing, faults };
}

async function readSound({ class: kind, package: name, path }: SoundFile): Promise<Sound> {
  const { samples, sampleRate } = await decode(path);
  const used = samples.subarray(0, MAX_SECONDS * sampleRate);
  const resampled = resampleSamples(used, sampleRate, RATE);
  if (!resampled.some((sample) => sample !== 0)) throw new Error('there is no sound in it');
  return { class: kind, package: name, name: basename(path), samples: resampled };
}

function decode(path: string): Promise<AudioFrame> {
  if (path.endsWith('.mp3')) return decodeMp3(path);
  return path.endsWith('.ogg') ? decodeOgg(path) : readWav(path);
}

async function decodeMp3(path: string): Promise<AudioFrame> {
  const bytes = await readFile(path);
  const decoded = mp3.pipe(
    map((decoder) => ({ samples: decoder.push(bytes), sampleRate: decoder.sampleRate ?? RATE })),
  );
  return firstValueFrom(decoded);
}

interface OggModule {
  readonly OggVorbisDecoder: new () => {
    readonly ready: Promise<void>;
    decodeFile(
      bytes: Uint8Array,
    ): Promise<{ readonly channelData: readonly Float32Array[]; readonly sampleRate: number }>;
    free(): void;
  };
}

async function decodeOgg(path: string): Promise<AudioFrame> {
  const { OggVorbisDecoder } = (await import(pathToFileURL(join(DECODER_FOLDER, 'index.js')).href)) as OggModule;
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = await decoder.decodeFile(await readFile(path));
  decoder.free();
  const [first = new Float32Array()] = channelData;
  const mono = (n: number): number =>
    channelData.reduce((sum, channel) => sum + (channel[n] ?? 0), 0) / channelData.length;
  return { samples: Int16Array.from(first, (_, n) => Math.max(-1, Math.min(1, mono(n))) * 32_767), sampleRate };
}
