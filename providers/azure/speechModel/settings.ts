import { createExtraSchema, type Extra } from '../../../src/core/extra.ts';
import { baseUrl, nonEmpty, secretKey, type Filled, type Tagged } from '../../../src/core/schema.ts';
import { lazySchema } from '../../../src/core/zod.ts';

/** A speech model of Azure Voice Live. */
export interface AzureSpeechModelSettings {
  /** Key of the Microsoft Foundry resource. */
  readonly api_key: string;
  /** Address of the resource, e.g. `https://contoso.services.ai.azure.com`. */
  readonly endpoint: string;
  /** Model, or the alias of a deployment. */
  readonly model: string;
  /** Voice, with `output: 'audio'`: of Azure Speech, or of the model. @default "en-US-Ava:DragonHDLatestNeural" */
  readonly voice?: string | undefined;
  /** Whose voice it is. The times of words are known for voices of Azure Speech. @default "azure-standard" */
  readonly voice_type?: 'azure-standard' | 'openai' | undefined;
  /** `audio`: the model speaks itself. `text`: a voice of the session speaks its answers. @default "audio" */
  readonly output?: 'audio' | 'text' | undefined;
  /** `session`: the session decides when the user has finished; the model's turn detection is off. @default "session" */
  readonly turns?: 'session' | undefined;
  /** Multiplier of the voice's own speed. @range 0.25 to 1.5 @default 1 */
  readonly speed?: number | undefined;
  /** Model that transcribes the user for the history; `""`: none, so that their words are unknown. @default "azure-speech" */
  readonly transcription_model?: string | undefined;
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
 * SpeechModel.Azure({ api_key, endpoint: 'https://contoso.services.ai.azure.com', model: 'gpt-realtime-2.1' });
 * ```
 */
export interface AzureSpeechModel extends AzureSpeechModelSettings {
  readonly provider: 'azure';
}

export type FilledAzureSpeechModel = Filled<AzureSpeechModel, 'extra'>;

/** Fields of the session that the settings or the session depend on. */
const BODY = [
  'type',
  'instructions',
  'tools',
  'tool_choice',
  'output_modalities',
  'audio.input.format',
  'audio.input.turn_detection',
  'audio.input.transcription.model',
  'audio.output.format',
  'audio.output.voice',
  'audio.output.voice_type',
  'audio.output.speed',
  'audio.output.output_audio_timestamp_types',
];

export const azureSpeechModelSchema: () => Tagged<FilledAzureSpeechModel, AzureSpeechModel> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('azure'),
    api_key: secretKey(),
    endpoint: baseUrl(),
    model: nonEmpty(),
    voice: nonEmpty().default('en-US-Ava:DragonHDLatestNeural'),
    voice_type: z.enum(['azure-standard', 'openai']).default('azure-standard'),
    output: z.enum(['audio', 'text']).default('audio'),
    turns: z.enum(['session']).default('session'),
    speed: z.number().min(0.25).max(1.5).default(1),
    transcription_model: z.string().default('azure-speech'),
    extra: createExtraSchema({ query: ['model', 'api-version', 'api-key'], body: BODY }).optional(),
  }),
);
