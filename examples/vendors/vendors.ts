import { STT, TTS } from 'antiphon';
import { findPulledModel } from 'antiphon/providers';
import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { grammar } from '../concierge/grammar.ts';
import { parseCredentials } from './credentials.ts';

/** Optional settings from the environment. */
export interface VendorSettings {
  readonly base_url?: string;
  readonly model?: string;
  readonly voice?: string;
}

/** Reads an environment variable that is set. */
type Read = (variable: string) => string;

/** The environment variables of a vendor or of an engine on this machine, and the config made from them. */
export interface Vendor<Config> {
  readonly needs: readonly string[];
  /** The variable for another base URL. */
  readonly baseUrl?: string;
  /** If this variable is set, the vendor is selected only by name. */
  readonly unless?: string;
  /** Returns whether the vendor can be used without being selected by name. Default: if its variables are set. */
  readonly isThere?: () => boolean;
  /** Optional settings: STT_MODEL or TTS_MODEL, and TTS_VOICE. */
  readonly takes: readonly ('model' | 'voice')[];
  readonly configure: (read: Read, settings: VendorSettings) => Config;
}

/**
 * In order of preference: first a server of your own, at STT_BASE_URL. OpenAI is the last vendor, because the language
 * model uses the same key. If OPENAI_BASE_URL is set, OpenAI is selected only by name, because the address may serve
 * only a language model.
 */
export const STT_VENDORS: Readonly<Record<string, Vendor<SttConfig>>> = {
  server: {
    needs: ['STT_BASE_URL'],
    takes: ['model'],
    configure: (read, { model = 'Systran/faster-distil-whisper-small.en' }) =>
      STT.OpenAI({
        api_key: 'none',
        base_url: read('STT_BASE_URL'),
        endpoint: 'transcriptions',
        final_timeout: 10,
        model,
      }),
  },
  deepgram: {
    needs: ['DEEPGRAM_API_KEY'],
    baseUrl: 'DEEPGRAM_BASE_URL',
    takes: ['model'],
    configure: (read, settings) => STT.Deepgram({ api_key: read('DEEPGRAM_API_KEY'), ...settings }),
  },
  azure: {
    needs: ['AZURE_SPEECH_KEY', 'AZURE_SPEECH_REGION'],
    baseUrl: 'AZURE_SPEECH_BASE_URL',
    takes: [],
    configure: (read, settings) =>
      STT.Azure({ api_key: read('AZURE_SPEECH_KEY'), region: read('AZURE_SPEECH_REGION'), ...settings }),
  },
  soniox: {
    needs: ['SONIOX_API_KEY'],
    baseUrl: 'SONIOX_BASE_URL',
    takes: ['model'],
    configure: (read, settings) => STT.Soniox({ api_key: read('SONIOX_API_KEY'), ...settings }),
  },
  assemblyai: {
    needs: ['ASSEMBLYAI_API_KEY'],
    baseUrl: 'ASSEMBLYAI_BASE_URL',
    takes: ['model'],
    configure: (read, settings) => STT.AssemblyAI({ api_key: read('ASSEMBLYAI_API_KEY'), ...settings }),
  },
  speechmatics: {
    needs: ['SPEECHMATICS_API_KEY'],
    baseUrl: 'SPEECHMATICS_BASE_URL',
    takes: [],
    configure: (read, { base_url }) => STT.Speechmatics({ api_key: read('SPEECHMATICS_API_KEY'), base_url }),
  },
  elevenlabs: {
    needs: ['ELEVENLABS_API_KEY'],
    baseUrl: 'ELEVENLABS_BASE_URL',
    takes: ['model'],
    configure: (read, settings) => STT.ElevenLabs({ api_key: read('ELEVENLABS_API_KEY'), ...settings }),
  },
  openai: {
    needs: ['OPENAI_API_KEY'],
    baseUrl: 'OPENAI_BASE_URL',
    unless: 'OPENAI_BASE_URL',
    takes: ['model'],
    configure: (read, settings) => STT.OpenAI({ api_key: read('OPENAI_API_KEY'), ...settings }),
  },
  sherpa: {
    needs: [],
    isThere: () => findPulledModel('stt', 'en') !== undefined,
    takes: ['model'],
    configure: (_, { model = findPulledModel('stt', 'en') ?? 'zipformer-en-20M' }) => STT.Sherpa({ model }),
  },
  local: { needs: [], takes: [], configure: () => STT.Local({ grammar }) },
};

/** In order of preference: a server of your own, at TTS_BASE_URL, then the vendors that only speak. */
export const TTS_VENDORS: Readonly<Record<string, Vendor<TtsConfig>>> = {
  server: {
    needs: ['TTS_BASE_URL'],
    takes: ['model', 'voice'],
    configure: (read, { model = 'kokoro', voice = 'af_heart' }) =>
      TTS.OpenAI({ api_key: 'none', base_url: read('TTS_BASE_URL'), model, voice }),
  },
  elevenlabs: {
    needs: ['ELEVENLABS_API_KEY'],
    baseUrl: 'ELEVENLABS_BASE_URL',
    takes: ['model', 'voice'],
    configure: (read, { voice: id, ...settings }) => {
      const voice = id === undefined ? {} : { voice: { id, name: id, category: 'premade' } };
      return TTS.ElevenLabs({ api_key: read('ELEVENLABS_API_KEY'), ...voice, ...settings });
    },
  },
  cartesia: {
    needs: ['CARTESIA_API_KEY'],
    baseUrl: 'CARTESIA_BASE_URL',
    takes: ['model', 'voice'],
    configure: (read, settings) => TTS.Cartesia({ api_key: read('CARTESIA_API_KEY'), ...settings }),
  },
  fish: {
    needs: ['FISH_API_KEY'],
    baseUrl: 'FISH_BASE_URL',
    takes: ['voice'],
    configure: (read, { voice: model_id, ...settings }) =>
      TTS.Fish({ api_key: read('FISH_API_KEY'), ...(model_id !== undefined && { model_id }), ...settings }),
  },
  rime: {
    needs: ['RIME_API_KEY'],
    baseUrl: 'RIME_BASE_URL',
    takes: ['model', 'voice'],
    configure: (read, settings) => TTS.Rime({ api_key: read('RIME_API_KEY'), ...settings }),
  },
  google: {
    needs: ['GOOGLE_CREDENTIALS_JSON'],
    baseUrl: 'GOOGLE_BASE_URL',
    takes: ['voice'],
    configure: (read, { voice: voice_name, ...settings }) => {
      const credentials = parseCredentials('GOOGLE_CREDENTIALS_JSON', read('GOOGLE_CREDENTIALS_JSON'));
      return TTS.Google({ credentials, ...(voice_name !== undefined && { voice_name }), ...settings });
    },
  },
  // The variables of AWS may be set for another of its services. POLLY_REGION selects this one.
  polly: {
    needs: ['POLLY_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    baseUrl: 'POLLY_BASE_URL',
    takes: ['voice'],
    configure: (read, settings) => TTS.Polly({ region: read('POLLY_REGION'), ...settings }),
  },
  deepgram: {
    needs: ['DEEPGRAM_API_KEY'],
    baseUrl: 'DEEPGRAM_BASE_URL',
    takes: ['model'],
    configure: (read, settings) => TTS.Deepgram({ api_key: read('DEEPGRAM_API_KEY'), ...settings }),
  },
  azure: {
    needs: ['AZURE_SPEECH_KEY', 'AZURE_SPEECH_REGION'],
    baseUrl: 'AZURE_SPEECH_BASE_URL',
    takes: ['voice'],
    configure: (read, settings) =>
      TTS.Azure({ api_key: read('AZURE_SPEECH_KEY'), region: read('AZURE_SPEECH_REGION'), ...settings }),
  },
  openai: {
    needs: ['OPENAI_API_KEY'],
    baseUrl: 'OPENAI_BASE_URL',
    unless: 'OPENAI_BASE_URL',
    takes: ['model', 'voice'],
    configure: (read, settings) => TTS.OpenAI({ api_key: read('OPENAI_API_KEY'), ...settings }),
  },
  sherpa: {
    needs: [],
    isThere: () => findPulledModel('tts', 'en') !== undefined,
    takes: ['model', 'voice'],
    configure: (_, { model = findPulledModel('tts', 'en') ?? 'piper-en_US-ljspeech-medium-int8', voice = '0' }) =>
      TTS.Sherpa({ model, speaker: parseSpeaker(voice) }),
  },
  local: { needs: [], takes: [], configure: () => TTS.Local() },
};

function parseSpeaker(voice: string): number {
  if (/^\d+$/u.test(voice)) return Number(voice);
  throw new Error(`TTS_VOICE: expected the number of a speaker of the model, got "${voice}"`);
}
