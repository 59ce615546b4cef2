export { STT, TTS, VAD } from './names.ts';
export type { SttConfig, SttNames, TtsConfig, TtsNames, VadConfig, VadNames } from './names.ts';

export type { AzureStt, AzureSttSettings, AzureTts, AzureTtsSettings, ProsodyConfig } from './azure/settings.ts';
export type { CartesiaTts, CartesiaTtsSettings } from './cartesia/settings.ts';
export type { DeepgramStt, DeepgramSttSettings, DeepgramTts, DeepgramTtsSettings } from './deepgram/settings.ts';
export type {
  ElevenLabsEncoding,
  ElevenLabsTts,
  ElevenLabsTtsSettings,
  Voice,
  VoiceSettings,
} from './elevenlabs/settings.ts';
export type { FishTts, FishTtsSettings } from './fish/settings.ts';
export type { GoogleTts, GoogleTtsSettings } from './google/settings.ts';
export type { LocalStt, LocalSttSettings } from './local/stt/settings.ts';
export type { LocalTts, LocalTtsSettings } from './local/tts/settings.ts';
export type { OpenAiStt, OpenAiSttSettings, OpenAiTts, OpenAiTtsSettings } from './openai/settings.ts';
export type { SileroSettings, SileroVad } from './silero/settings.ts';

export { localStt } from './local/stt/stt.ts';
export { localTts } from './local/tts/tts.ts';
export type { LocalTtsOptions } from './local/tts/tts.ts';
export { silero } from './silero/model.ts';
export type { SileroOptions } from './silero/model.ts';
