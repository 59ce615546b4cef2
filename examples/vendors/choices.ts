import { STT, TTS } from 'antiphon';
import type { SttConfig, TtsConfig } from 'antiphon/providers';

/** Reads a variable of the environment that is known to be set. */
type Read = (variable: string) => string;

/** What a vendor needs from the environment, and what is configured with it. */
export interface Choice<Config> {
  readonly needs: readonly string[];
  readonly configure: (read: Read) => Config;
}

export const RECOGNISERS: Readonly<Record<string, Choice<SttConfig>>> = {
  deepgram: {
    needs: ['DEEPGRAM_API_KEY'],
    configure: (read) => STT.Deepgram({ api_key: read('DEEPGRAM_API_KEY') }),
  },
  openai: {
    needs: ['OPENAI_API_KEY'],
    configure: (read) => STT.OpenAI({ api_key: read('OPENAI_API_KEY') }),
  },
  azure: {
    needs: ['AZURE_SPEECH_KEY', 'AZURE_SPEECH_REGION'],
    configure: (read) => STT.Azure({ api_key: read('AZURE_SPEECH_KEY'), region: read('AZURE_SPEECH_REGION') }),
  },
};

export const VOICES: Readonly<Record<string, Choice<TtsConfig>>> = {
  deepgram: {
    needs: ['DEEPGRAM_API_KEY'],
    configure: (read) => TTS.Deepgram({ api_key: read('DEEPGRAM_API_KEY') }),
  },
  openai: {
    needs: ['OPENAI_API_KEY'],
    configure: (read) => TTS.OpenAI({ api_key: read('OPENAI_API_KEY') }),
  },
  azure: {
    needs: ['AZURE_SPEECH_KEY', 'AZURE_SPEECH_REGION'],
    configure: (read) => TTS.Azure({ api_key: read('AZURE_SPEECH_KEY'), region: read('AZURE_SPEECH_REGION') }),
  },
  elevenlabs: {
    needs: ['ELEVENLABS_API_KEY'],
    configure: (read) => TTS.ElevenLabs({ api_key: read('ELEVENLABS_API_KEY') }),
  },
  google: {
    needs: ['GOOGLE_CREDENTIALS_JSON'],
    configure: (read) => TTS.Google({ credentials: dictionary('GOOGLE_CREDENTIALS_JSON', read) }),
  },
  cartesia: {
    needs: ['CARTESIA_API_KEY'],
    configure: (read) => TTS.Cartesia({ api_key: read('CARTESIA_API_KEY') }),
  },
  fish: {
    needs: ['FISH_API_KEY'],
    configure: (read) => TTS.Fish({ api_key: read('FISH_API_KEY') }),
  },
};

/** The content of a key file. It is never shown, not even where it cannot be read. */
function dictionary(variable: string, read: Read): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(read(variable));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {}
  throw new Error(`${variable}: expected the JSON of a service account's key file`);
}
