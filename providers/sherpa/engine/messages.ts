import type { ErrorCode } from '../../../src/core/errors.ts';
import type { SttSessionAnswer, SttSessionCommand } from '../../../src/wire/engine/messages.ts';

/** The config of sherpa-onnx for a recogniser, as far as it is read here. */
export interface RecogniserConfig extends OtherSettings {
  readonly modelConfig: OtherSettings & {
    /** Path of the file with the tokens. */
    readonly tokens: string;
    /** Path of the file with the pieces of words. Default: the model has none. */
    readonly bpeVocab?: string | undefined;
  };
}

type OtherSettings = Readonly<Record<string, unknown>>;

/** A recogniser for a process. All sessions of a process share it. */
export interface RecogniserSettings {
  readonly streaming: boolean;
  readonly config: RecogniserConfig;
  /** Factor for the times of the model's tokens. */
  readonly timeScale: number;
  /** Phrases that are recognised more readily. */
  readonly keywords: readonly string[];
  /** Audio between two interims of such a model, in samples; null for no interims. */
  readonly interimSamples: number | null;
}

/** A voice for a process. */
export interface VoiceSettings {
  /** The config of sherpa-onnx. */
  readonly config: object;
  /** The generation settings of sherpa-onnx: speaker, speed. */
  readonly generation: { readonly sid: number; readonly speed: number } & Readonly<Record<string, unknown>>;
}

export type SttCommand =
  | SttSessionCommand<RecogniserSettings>
  | { readonly kind: 'verify'; readonly settings: RecogniserSettings };

/** How much work an engine has done since its last report. */
export interface EngineWork {
  readonly kind: 'work';
  readonly audioSeconds: number;
  readonly busySeconds: number;
}

/** The speed of a model on this machine. */
export interface Measured {
  readonly kind: 'measured';
  /** The time that a second of audio takes, in s. */
  readonly realTimeFactor: number;
  /** Number of voices; 0 for a recogniser. */
  readonly speakers: number;
}

export type SttAnswer = SttSessionAnswer | EngineWork | Measured;

export type TtsCommand =
  | { readonly kind: 'speak'; readonly settings: VoiceSettings; readonly text: string }
  | { readonly kind: 'verify'; readonly settings: VoiceSettings };

export type TtsAnswer =
  | Measured
  | ({ readonly samples: Int16Array; readonly sampleRate: number } & Omit<EngineWork, 'kind'> & {
        readonly kind: 'speech';
      })
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };
