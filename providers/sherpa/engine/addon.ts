import { createRequire } from 'node:module';

/** The parts of `sherpa-onnx-node` that Antiphon uses. */
export interface SherpaAddon {
  readonly OnlineRecognizer: new (config: object) => OnlineRecognizer;
  readonly OfflineRecognizer: new (config: object) => OfflineRecognizer;
  readonly OfflineTts: new (config: object) => OfflineTts;
}

/** Mono audio from -1 to 1. */
export interface Waveform {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

export interface OnlineStream {
  acceptWaveform(wave: Waveform): void;
  inputFinished(): void;
}

/** A streaming recogniser. */
export interface OnlineRecognizer {
  createStream(): OnlineStream;
  isReady(stream: OnlineStream): boolean;
  decodeStreams(streams: readonly OnlineStream[]): void;
  getResult(stream: OnlineStream): unknown;
}

export interface OfflineStream {
  acceptWaveform(wave: Waveform): void;
}

/** A recogniser of whole pieces of audio. */
export interface OfflineRecognizer {
  createStream(hotwords?: string): OfflineStream;
  decode(stream: OfflineStream): void;
  getResult(stream: OfflineStream): unknown;
}

export interface OfflineTts {
  readonly numSpeakers: number;
  readonly sampleRate: number;
  generate(request: {
    readonly text: string;
    /** False copies the samples, which some runtimes need. */
    readonly enableExternalBuffer: boolean;
    readonly generationConfig: object;
  }): Waveform;
}

/** Loads the addon. */
export function loadAddon(specifier: string): SherpaAddon {
  return createRequire(import.meta.url)(specifier) as SherpaAddon;
}
