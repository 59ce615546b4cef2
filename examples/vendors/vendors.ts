import { STT, TTS } from 'antiphon';
import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { parseCredentials } from './credentials.ts';

/** What the environment says, beyond what a vendor needs; what it does not say is left to the defaults. */
export interface VendorSettings {
  readonly base_url?: string;
  readonly model?: string;
  readonly voice?: string;
}

/** Reads a variable of the environment that is known to be set. */
type Read = (variable: string) => string;

/** What a vendor needs from the environment, what it takes besides, and what is configured with it. */
export interface Vendor<Config> {
  readonly needs: readonly string[];
  /** The variable that names another address than the vendor's own. */
  readonly baseUrl: string;
  /** Which of STT_MODEL or TTS_MODEL and TTS_VOICE it has a setting for. */
  readonly takes: readonly ('model' | 'voice')[];
  readonly configure: (read: Read, wishes: VendorSettings) => Config;
}

export const STT_VENDORS: Readonly<Record<string, Vendor<SttConfig>>> = {
  deepgram: {
    needs: ['DEEPGRAM_API_KEY'],
    baseUrl: 'DEEPGRAM_BASE_URL',
    takes: ['model'],
    configure: (read, wishes) => STT.Deepgram({ api_key: read('DEEPGRAM_API_KEY'), ...wishes }),
  },
  openai: {
    needs: ['OPENAI_API_KEY'],
    baseUrl: 'OPENAI_BASE_URL',
    takes: ['model'],
    configure: (read, wishes) => STT.OpenAI({ api_key: read('OPENAI_API_KEY'), ...wishes }),
  },
  azure: {
    needs: ['AZURE_SPEECH_KEY', 'AZURE_SPEECH_REGION'],
    baseUrl: 'AZURE_SPEECH_BASE_URL',
    takes: [],
    configure: (read, wishes) =>
      STT.Azure({ api_key: read('AZURE_SPEECH_KEY'), region: read('AZURE_SPEECH_REGION'), ...wishes }),
  },
};

export const TTS_VENDORS: Readonly<Record<string, Vendor<TtsConfig>>> = {
  deepgram: {
    needs: ['DEEPGRAM_API_KEY'],
    baseUrl: 'DEEPGRAM_BASE_URL',
    takes: ['model'],
    configure: (read, wishes) => TTS.Deepgram({ api_key: read('DEEPGRAM_API_KEY'), ...wishes }),
  },
  openai: {
    needs: ['OPENAI_API_KEY'],
    baseUrl: 'OPENAI_BASE_URL',
    takes: ['model', 'voice'],
    configure: (read, wishes) => TTS.OpenAI({ api_key: read('OPENAI_API_KEY'), ...wishes }),
  },
  azure: {
    needs: ['AZURE_SPEECH_KEY', 'AZURE_SPEECH_REGION'],
    baseUrl: 'AZURE_SPEECH_BASE_URL',
    takes: ['voice'],
    configure: (read, wishes) =>
      TTS.Azure({ api_key: read('AZURE_SPEECH_KEY'), region: read('AZURE_SPEECH_REGION'), ...wishes }),
  },
  elevenlabs: {
    needs: ['ELEVENLABS_API_KEY'],
    baseUrl: 'ELEVENLABS_BASE_URL',
    takes: ['model', 'voice'],
    configure: (read, { voice: id, ...wishes }) => {
      const voice = id === undefined ? {} : { voice: { id, name: id, category: 'premade' } };
      return TTS.ElevenLabs({ api_key: read('ELEVENLABS_API_KEY'), ...voice, ...wishes });
    },
  },
  google: {
    needs: ['GOOGLE_CREDENTIALS_JSON'],
    baseUrl: 'GOOGLE_BASE_URL',
    takes: ['voice'],
    configure: (read, { voice: voice_name, ...wishes }) => {
      const credentials = parseCredentials('GOOGLE_CREDENTIALS_JSON', read('GOOGLE_CREDENTIALS_JSON'));
      return TTS.Google({ credentials, ...(voice_name !== undefined && { voice_name }), ...wishes });
    },
  },
  cartesia: {
    needs: ['CARTESIA_API_KEY'],
    baseUrl: 'CARTESIA_BASE_URL',
    takes: ['model', 'voice'],
    configure: (read, wishes) => TTS.Cartesia({ api_key: read('CARTESIA_API_KEY'), ...wishes }),
  },
  fish: {
    needs: ['FISH_API_KEY'],
    baseUrl: 'FISH_BASE_URL',
    takes: ['voice'],
    configure: (read, { voice: model_id, ...wishes }) =>
      TTS.Fish({ api_key: read('FISH_API_KEY'), ...(model_id !== undefined && { model_id }), ...wishes }),
  },
};
