import { createExtraSchema, type Extra } from '../../src/core/extra.ts';
import { baseUrl, nonEmpty, secretKey, type Filled, type Tagged } from '../../src/core/schema.ts';
import { lazySchema } from '../../src/core/zod.ts';

/** A speech model of xAI. */
export interface XaiSpeechModelSettings {
  /** API key. */
  readonly api_key: string;
  /** Speech model. @default "grok-voice-latest" */
  readonly model?: string | undefined;
  /** Voice. @default "eve" */
  readonly voice?: string | undefined;
  /** The model speaks itself. @default "audio" */
  readonly output?: 'audio' | undefined;
  /** `session`: the session decides when the user has finished; the model's turn detection is off. @default "session" */
  readonly turns?: 'session' | undefined;
  /** Model that transcribes the user for the history; `""`: none, so that their words are unknown. @default "grok-transcribe" */
  readonly transcription_model?: string | undefined;
  /** Base URL of a proxy. Default: xAI's own. */
  readonly base_url?: string | undefined;
  /** Query parameters, headers, and fields of the session that have no setting here. */
  readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

/**
 * The settings with their provider.
 *
 * @example
 * ```ts
 * import { SpeechModel } from 'antiphon/providers';
 *
 * declare const api_key: string;
 * SpeechModel.XAI({ api_key, voice: 'rex' });
 * ```
 */
export interface XaiSpeechModel extends XaiSpeechModelSettings {
  readonly provider: 'xai';
}

export type FilledXaiSpeechModel = Filled<XaiSpeechModel, 'base_url' | 'extra'>;

/** Fields of the session that the settings or the session depend on. */
const BODY = [
  'type',
  'instructions',
  'tools',
  'tool_choice',
  'voice',
  'turn_detection',
  'audio.input.format',
  'audio.input.transcription.model',
  'audio.output.format',
];

export const xaiSpeechModelSchema: () => Tagged<FilledXaiSpeechModel, XaiSpeechModel> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('xai'),
    api_key: secretKey(),
    model: nonEmpty().default('grok-voice-latest'),
    voice: nonEmpty().default('eve'),
    output: z.enum(['audio']).default('audio'),
    turns: z.enum(['session']).default('session'),
    transcription_model: z.string().default('grok-transcribe'),
    base_url: baseUrl().optional(),
    extra: createExtraSchema({ query: ['model'], body: BODY }).optional(),
  }),
);
