import * as z from 'zod';
import type { Issue } from '../src/core/errors.ts';
import type { SpeechToText, TextToSpeech, VadModel } from '../src/core/ports.ts';
import type { Tagged } from '../src/core/schema.ts';
import type { AzureStt, AzureTts, FilledAzureStt, FilledAzureTts } from './azure/settings.ts';
import { azureSttSchema, azureTtsSchema } from './azure/settings.ts';
import { azureStt, azureSttRemarks } from './azure/stt.ts';
import { azureTts } from './azure/tts.ts';
import { cartesiaTtsRemarks } from './cartesia/remarks.ts';
import type { CartesiaTts, FilledCartesiaTts } from './cartesia/settings.ts';
import { cartesiaTtsSchema } from './cartesia/settings.ts';
import { cartesiaTts } from './cartesia/tts.ts';
import type { DeepgramStt, DeepgramTts, FilledDeepgramStt, FilledDeepgramTts } from './deepgram/settings.ts';
import { deepgramSttSchema, deepgramTtsSchema } from './deepgram/settings.ts';
import { deepgramStt, deepgramSttRemarks } from './deepgram/stt.ts';
import { deepgramTts } from './deepgram/tts.ts';
import type { ElevenLabsTts, FilledElevenLabsTts } from './elevenlabs/settings.ts';
import { elevenLabsTtsSchema } from './elevenlabs/settings.ts';
import { elevenLabsTts } from './elevenlabs/tts.ts';
import type { FilledFishTts, FishTts } from './fish/settings.ts';
import { fishTtsSchema } from './fish/settings.ts';
import { fishTts } from './fish/tts.ts';
import { googleTtsRemarks } from './google/remarks.ts';
import type { FilledGoogleTts, GoogleTts } from './google/settings.ts';
import { googleTtsSchema } from './google/settings.ts';
import { googleTts, verifyGoogleTts } from './google/tts.ts';
import type { FilledLocalStt, LocalStt } from './local/stt/settings.ts';
import { localSttSchema } from './local/stt/settings.ts';
import { localStt, verifyLocalStt } from './local/stt/stt.ts';
import type { FilledLocalTts, LocalTts } from './local/tts/settings.ts';
import { localTtsSchema } from './local/tts/settings.ts';
import { localTts, verifyLocalTts } from './local/tts/tts.ts';
import type { SttConfig, TtsConfig, VadConfig } from './names.ts';
import type { FilledOpenAiStt, FilledOpenAiTts, OpenAiStt, OpenAiTts } from './openai/settings.ts';
import { openAiSttSchema, openAiTtsSchema } from './openai/settings.ts';
import { openAiStt, openAiSttRemarks } from './openai/stt.ts';
import { openAiTts } from './openai/tts.ts';
import { silero } from './silero/model.ts';
import type { FilledSileroVad, SileroVad } from './silero/settings.ts';
import { sileroSchema } from './silero/settings.ts';

/**
 * What is known of a provider. `open` and `verify` are methods on purpose: their parameters compare bivariantly, so that a
 * room can be looked up by the `provider` of the very settings it is then given.
 */
export interface Room<Config, Settings, Port> {
  readonly schema: Tagged<Settings, Config>;
  /** Makes the port; nothing heavy is loaded and nothing runs before it is subscribed to. */
  open(settings: Settings): Port;
  /** What only the provider itself can find wrong with the settings. */
  verify?(settings: Settings): Promise<readonly Issue[]>;
  /** Settings that the provider no longer honours, though they keep every rule: what is honoured, and what was given. */
  remarks?(settings: Settings): readonly Issue[];
}

export interface SttRooms {
  readonly openai: Room<OpenAiStt, FilledOpenAiStt, SpeechToText>;
  readonly azure: Room<AzureStt, FilledAzureStt, SpeechToText>;
  readonly deepgram: Room<DeepgramStt, FilledDeepgramStt, SpeechToText>;
  readonly local: Room<LocalStt, FilledLocalStt, SpeechToText>;
}

export type FilledStt = z.output<SttRooms[keyof SttRooms]['schema']>;

export const STT_ROOMS: SttRooms = {
  openai: { schema: openAiSttSchema, open: openAiStt, remarks: openAiSttRemarks },
  azure: { schema: azureSttSchema, open: azureStt, remarks: azureSttRemarks },
  deepgram: { schema: deepgramSttSchema, open: deepgramStt, remarks: deepgramSttRemarks },
  local: { schema: localSttSchema, open: localStt, verify: verifyLocalStt },
};

export const sttSchema: z.ZodType<FilledStt, SttConfig> = z.discriminatedUnion('provider', [
  STT_ROOMS.openai.schema,
  STT_ROOMS.azure.schema,
  STT_ROOMS.deepgram.schema,
  STT_ROOMS.local.schema,
]);

export interface TtsRooms {
  readonly openai: Room<OpenAiTts, FilledOpenAiTts, TextToSpeech>;
  readonly azure: Room<AzureTts, FilledAzureTts, TextToSpeech>;
  readonly deepgram: Room<DeepgramTts, FilledDeepgramTts, TextToSpeech>;
  readonly elevenlabs: Room<ElevenLabsTts, FilledElevenLabsTts, TextToSpeech>;
  readonly google: Room<GoogleTts, FilledGoogleTts, TextToSpeech>;
  readonly cartesia: Room<CartesiaTts, FilledCartesiaTts, TextToSpeech>;
  readonly fish: Room<FishTts, FilledFishTts, TextToSpeech>;
  readonly local: Room<LocalTts, FilledLocalTts, TextToSpeech>;
}

export type FilledTts = z.output<TtsRooms[keyof TtsRooms]['schema']>;

export const TTS_ROOMS: TtsRooms = {
  openai: { schema: openAiTtsSchema, open: openAiTts },
  azure: { schema: azureTtsSchema, open: azureTts },
  deepgram: { schema: deepgramTtsSchema, open: deepgramTts },
  elevenlabs: { schema: elevenLabsTtsSchema, open: elevenLabsTts },
  google: { schema: googleTtsSchema, open: googleTts, verify: verifyGoogleTts, remarks: googleTtsRemarks },
  cartesia: { schema: cartesiaTtsSchema, open: cartesiaTts, remarks: cartesiaTtsRemarks },
  fish: { schema: fishTtsSchema, open: fishTts },
  local: { schema: localTtsSchema, open: localTts, verify: verifyLocalTts },
};

export const ttsSchema: z.ZodType<FilledTts, TtsConfig> = z.discriminatedUnion('provider', [
  TTS_ROOMS.openai.schema,
  TTS_ROOMS.azure.schema,
  TTS_ROOMS.deepgram.schema,
  TTS_ROOMS.elevenlabs.schema,
  TTS_ROOMS.google.schema,
  TTS_ROOMS.cartesia.schema,
  TTS_ROOMS.fish.schema,
  TTS_ROOMS.local.schema,
]);

export interface VadRooms {
  readonly silero: Room<SileroVad, FilledSileroVad, VadModel>;
}

export type FilledVad = z.output<VadRooms[keyof VadRooms]['schema']>;

export const VAD_ROOMS: VadRooms = {
  silero: {
    schema: sileroSchema,
    open: ({ sample_rate, model_path }) => silero({ sampleRate: sample_rate, modelPath: model_path }),
  },
};

export const vadSchema: z.ZodType<FilledVad, VadConfig> = z.discriminatedUnion('provider', [VAD_ROOMS.silero.schema]);
