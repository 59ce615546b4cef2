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
  PronunciationDictionaryLocator,
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

export { azureStt } from './azure/stt.ts';
export { azureTts } from './azure/tts.ts';
export { cartesiaTts } from './cartesia/tts.ts';
export { deepgramStt } from './deepgram/stt.ts';
export { deepgramTts } from './deepgram/tts.ts';
export { elevenLabsTts } from './elevenlabs/tts.ts';
export { fishTts } from './fish/tts.ts';
export { googleTts } from './google/tts.ts';
export { openAiStt } from './openai/stt.ts';
export { openAiTts } from './openai/tts.ts';

export type { Extra, ExtraParts } from '../src/core/extra.ts';
export type { AudioDecoder, OpenDecoder } from '../src/wire/audio/decoder.ts';
export { alaw, mulaw } from '../src/wire/audio/g711.ts';
export { mp3 } from '../src/wire/audio/mp3.ts';
export { pcm16, pcmReader } from '../src/wire/audio/pcm.ts';
export { wav } from '../src/wire/audio/wav.ts';
export { bytesOfSamples, fromBase64, toBase64 } from '../src/wire/bytes.ts';
export { requestUrl, socketUrl } from '../src/wire/endpoint.ts';
export type { EndpointParts } from '../src/wire/endpoint.ts';
export { faultOfEnd, faultOfStatus } from '../src/wire/fault.ts';
export type { WireFault } from '../src/wire/fault.ts';
export { fetched } from '../src/wire/http.ts';
export type { HttpEvent, HttpRequest, OpenRequest } from '../src/wire/http.ts';
export { asArray, asNumber, asObject, asText, objectIn } from '../src/wire/json.ts';
export type { JsonObject } from '../src/wire/json.ts';
export type { WorldOptions } from '../src/wire/options.ts';
export type {
  OpenSocket,
  Refusal,
  Socket,
  SocketEnd,
  SocketFrame,
  SocketListener,
  SocketRequest,
} from '../src/wire/socket.ts';
export type { SttAction, SttDialect, SttWire } from '../src/wire/stt/dialect.ts';
export { recogniserByRequest } from '../src/wire/stt/byRequest.ts';
export type { RequestedSttWire } from '../src/wire/stt/byRequest.ts';
export { recogniserOver } from '../src/wire/stt/recogniser.ts';
export type { SpokenWord, TtsAction, TtsDialect, TtsWire } from '../src/wire/tts/dialect.ts';
export type { TextLimit } from '../src/wire/tts/textLimit.ts';
export { voiceByRequest } from '../src/wire/tts/byRequest.ts';
export type { AskedTtsWire, RequestedTtsWire } from '../src/wire/tts/byRequest.ts';
export type { RequestedVoice } from '../src/wire/tts/request.ts';
export { voiceOver } from '../src/wire/tts/voice.ts';
export { webSocket } from '../src/wire/webSocket.ts';
