import { createExtraSchema, type Extra } from '../../../src/core/extra.ts';
import { baseUrl, nonEmpty, secretKey, type Filled, type Tagged } from '../../../src/core/schema.ts';
import { lazySchema } from '../../../src/core/zod.ts';

/** A speech model of OpenAI, or of another service with the same realtime API. */
export interface OpenAiSpeechModelSettings {
  /** API key. */
  readonly api_key: string;
  /** Speech model. @default "gpt-realtime-2.1" */
  readonly model?: string | undefined;
  /** Voice, with `output: 'audio'`. @default "marin" */
  readonly voice?: string | undefined;
  /** `audio`: the model speaks itself. `text`: a voice of the session speaks its answers. @default "audio" */
  readonly output?: 'audio' | 'text' | undefined;
  /** `session`: the session decides when the user has finished; the model's turn detection is off. @default "session" */
  readonly turns?: 'session' | undefined;
  /** Multiplier of the voice's own speed. @range 0.25 to 1.5 @default 1 */
  readonly speed?: number | undefined;
  /** Model that transcribes the user for the history; `""`: none, so that their words are unknown. @default "gpt-live-transcribe" */
  readonly transcription_model?: string | undefined;
  /** Base URL of a compatible or self-hosted server, or a proxy. Default: OpenAI's own. */
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
 * SpeechModel.OpenAI({ api_key, voice: 'cedar' });
 * ```
 */
export interface OpenAiSpeechModel extends OpenAiSpeechModelSettings {
  readonly provider: 'openai';
}

export type FilledOpenAiSpeechModel = Filled<OpenAiSpeechModel, 'base_url' | 'extra'>;

/** Fields of the session that the settings or the session depend on. */
const BODY = [
  'type',
  'model',
  'instructions',
  'tools',
  'tool_choice',
  'output_modalities',
  'audio.input.format',
  'audio.input.turn_detection',
  'audio.input.transcription.model',
  'audio.output.format',
  'audio.output.voice',
  'audio.output.speed',
];

export const openAiSpeechModelSchema: () => Tagged<FilledOpenAiSpeechModel, OpenAiSpeechModel> = lazySchema((z) =>
  z.strictObject({
    provider: z.literal('openai'),
    api_key: secretKey(),
    model: nonEmpty().default('gpt-realtime-2.1'),
    voice: nonEmpty().default('marin'),
    output: z.enum(['audio', 'text']).default('audio'),
    turns: z.enum(['session']).default('session'),
    speed: z.number().min(0.25).max(1.5).default(1),
    transcription_model: z.string().default('gpt-live-transcribe'),
    base_url: baseUrl().optional(),
    extra: createExtraSchema({ query: ['model'], body: BODY }).optional(),
  }),
);
