export { SpeechModel, STT, TTS, TurnDetection, VAD } from './names.ts';
export type {
  SpeechModelConfig,
  SpeechModelNames,
  SttConfig,
  SttMember,
  SttNames,
  TtsConfig,
  TtsMember,
  TtsNames,
  TurnDetectionConfig,
  TurnDetectionNames,
  VadConfig,
  VadNames,
} from './names.ts';

// Written by scripts/vendors.mjs.
export type { AssemblyAiStt, AssemblyAiSttSettings } from './assemblyai/settings.ts';
export type { AzureStt, AzureSttSettings, AzureTts, AzureTtsSettings, ProsodyConfig } from './azure/settings.ts';
export type { AzureSpeechModel, AzureSpeechModelSettings } from './azure/speechModel/settings.ts';
export type { CartesiaTts, CartesiaTtsSettings } from './cartesia/settings.ts';
export type { DeepgramStt, DeepgramSttSettings, DeepgramTts, DeepgramTtsSettings } from './deepgram/settings.ts';
export type { ElevenLabsStt, ElevenLabsSttSettings } from './elevenlabs/scribe/settings.ts';
export type {
  ElevenLabsEncoding,
  ElevenLabsTts,
  ElevenLabsTtsSettings,
  PronunciationDictionaryLocator,
  Voice,
  VoiceSettings,
} from './elevenlabs/settings.ts';
export type { FishTts, FishTtsSettings } from './fish/settings.ts';
export type { GoogleTts, GoogleTtsSettings } from './google/settings.ts';
export type { LocalStt, LocalSttSettings } from './local/stt/settings.ts';
export type { LocalTts, LocalTtsSettings } from './local/tts/settings.ts';
export type { OpenAiStt, OpenAiSttSettings, OpenAiTts, OpenAiTtsSettings } from './openai/settings.ts';
export type { OpenAiSpeechModel, OpenAiSpeechModelSettings } from './openai/speechModel/settings.ts';
export type { PollyTts, PollyTtsSettings } from './polly/settings.ts';
export type { RimeTts, RimeTtsSettings } from './rime/settings.ts';
export type { SherpaStt, SherpaSttSettings } from './sherpa/stt/settings.ts';
export type { SherpaTts, SherpaTtsSettings } from './sherpa/tts/settings.ts';
export type { SileroEngine, SileroSettings, SileroVad } from './silero/settings.ts';
export type { SmartTurnConfig, SmartTurnSettings } from './silero/smartTurn/settings.ts';
export type { SonioxContext, SonioxStt, SonioxSttSettings } from './soniox/settings.ts';
export type {
  KnownSpeaker,
  SpeakerDiarization,
  SpeechmaticsStt,
  SpeechmaticsSttSettings,
  VocabularyEntry,
} from './speechmatics/settings.ts';
export type { SttTurns, SttTurnsSettings } from './sttTurns/settings.ts';
export type { TextTurns, TextTurnsSettings } from './textRules/settings.ts';
export type { XaiSpeechModel, XaiSpeechModelSettings } from './xai/settings.ts';
export { assemblyAiStt } from './assemblyai/stt.ts';
export { azureStt } from './azure/stt.ts';
export { azureTts } from './azure/tts.ts';
export { azureSpeechModel } from './azure/speechModel/speechModel.ts';
export { cartesiaTts } from './cartesia/tts.ts';
export { deepgramStt } from './deepgram/stt.ts';
export { deepgramTts } from './deepgram/tts.ts';
export { elevenLabsStt } from './elevenlabs/stt.ts';
export { elevenLabsTts } from './elevenlabs/tts.ts';
export { fishTts } from './fish/tts.ts';
export { googleTts } from './google/tts.ts';
export { localStt } from './local/stt/stt.ts';
export { localTts } from './local/tts/tts.ts';
export { openAiStt } from './openai/stt.ts';
export { openAiTts } from './openai/tts.ts';
export { openAiSpeechModel } from './openai/speechModel/speechModel.ts';
export { pollyTts } from './polly/tts.ts';
export { rimeTts } from './rime/tts.ts';
export { sherpaStt } from './sherpa/stt/stt.ts';
export { sherpaTts } from './sherpa/tts/tts.ts';
export { sonioxStt } from './soniox/stt.ts';
export { speechmaticsStt } from './speechmatics/stt.ts';
export { xaiSpeechModel } from './xai/speechModel.ts';
// End.

export type {
  HedgeSettings,
  SttFallback,
  SttFallbackSettings,
  TtsFallback,
  TtsFallbackSettings,
} from './fallback/settings.ts';
export type { ModelKind, ModelType, SherpaSttModelType, SherpaTtsModelType } from '../src/models/model.ts';
export { findPulledModel } from '../src/models/findPulledModel.ts';
export type { LocalTtsOptions } from './local/tts/tts.ts';
export type { SherpaTtsOptions } from './sherpa/tts/tts.ts';
export { rnnoise } from './rnnoise/rnnoise.ts';
export { silero } from './silero/model.ts';
export type { SileroOptions } from './silero/model.ts';
export { smartTurn } from './silero/smartTurn/smartTurn.ts';
export { textRules } from './textRules/textRules.ts';

export type { Extra, ExtraParts } from '../src/core/extra.ts';
export type { AudioDecoder, AudioDecoderSource } from '../src/wire/audio/decoder.ts';
export { alaw, mulaw } from '../src/wire/audio/g711.ts';
export { mp3 } from '../src/wire/audio/mp3.ts';
export { pcm16, createPcmDecoder } from '../src/wire/audio/pcm.ts';
export { wav } from '../src/wire/audio/wav.ts';
export { bytesOfSamples, fromBase64, toBase64 } from '../src/wire/bytes.ts';
export type { ConnectionAction, Dialect, Wire } from '../src/wire/dialect.ts';
export { buildRequestUrl, buildSocketUrl } from '../src/wire/endpoint.ts';
export type { EndpointParts } from '../src/wire/endpoint.ts';
export { faultOfEnd, faultOfStatus } from '../src/wire/fault.ts';
export type { WireFault } from '../src/wire/fault.ts';
export { fetchRequest } from '../src/wire/http.ts';
export type { HttpEvent, HttpRequest, OpenRequest } from '../src/wire/http.ts';
export { asArray, asNumber, asObject, asText, parseObject } from '../src/wire/json.ts';
export type { JsonObject } from '../src/wire/json.ts';
export type { AdapterOptions } from '../src/wire/wireDeps.ts';
export type {
  OpenSocket,
  Refusal,
  Socket,
  SocketEnd,
  SocketFrame,
  SocketListener,
  SocketRequest,
} from '../src/wire/socket.ts';
export type { SttAction, SttDialect, SttResult, SttWire } from '../src/wire/stt/dialect.ts';
export { createHttpStt } from '../src/wire/stt/createHttpStt.ts';
export type { HttpSttWire } from '../src/wire/stt/createHttpStt.ts';
export { createWebSocketStt } from '../src/wire/stt/createWebSocketStt.ts';
export type { PlacedWord } from '../src/wire/tts/timedSentence.ts';
export type { SpokenWord, TtsAction, TtsDialect, TtsResult, TtsWire } from '../src/wire/tts/dialect.ts';
export type { TextLimit } from '../src/wire/tts/textLimit.ts';
export { createHttpTts } from '../src/wire/tts/createHttpTts.ts';
export type { HttpTtsWire } from '../src/wire/tts/createHttpTts.ts';
export type { HttpTtsSource } from '../src/wire/tts/sentenceSynthesizer.ts';
export { createWebSocketTts } from '../src/wire/tts/createWebSocketTts.ts';
export { openWebSocket } from '../src/wire/openWebSocket.ts';
