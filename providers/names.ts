// Written by scripts/vendors.mjs from the manifests in providers/. Do not edit.

import type { AssemblyAiStt, AssemblyAiSttSettings } from './assemblyai/settings.ts';
import type { AzureSpeechModel, AzureSpeechModelSettings } from './azure/speechModel/settings.ts';
import type { AzureStt, AzureSttSettings, AzureTts, AzureTtsSettings } from './azure/settings.ts';
import type { CartesiaTts, CartesiaTtsSettings } from './cartesia/settings.ts';
import type { DeepgramStt, DeepgramSttSettings, DeepgramTts, DeepgramTtsSettings } from './deepgram/settings.ts';
import type { ElevenLabsStt, ElevenLabsSttSettings } from './elevenlabs/scribe/settings.ts';
import type { ElevenLabsTts, ElevenLabsTtsSettings } from './elevenlabs/settings.ts';
import type { FishTts, FishTtsSettings } from './fish/settings.ts';
import type { GoogleTts, GoogleTtsSettings } from './google/settings.ts';
import type { LocalStt, LocalSttSettings } from './local/stt/settings.ts';
import type { LocalTts, LocalTtsSettings } from './local/tts/settings.ts';
import type { OpenAiSpeechModel, OpenAiSpeechModelSettings } from './openai/speechModel/settings.ts';
import type { OpenAiStt, OpenAiSttSettings, OpenAiTts, OpenAiTtsSettings } from './openai/settings.ts';
import type { PollyTts, PollyTtsSettings } from './polly/settings.ts';
import type { RimeTts, RimeTtsSettings } from './rime/settings.ts';
import type { SherpaStt, SherpaSttSettings } from './sherpa/stt/settings.ts';
import type { SherpaTts, SherpaTtsSettings } from './sherpa/tts/settings.ts';
import type { SileroSettings, SileroVad } from './silero/settings.ts';
import type { SmartTurnConfig, SmartTurnSettings } from './silero/smartTurn/settings.ts';
import type { SonioxStt, SonioxSttSettings } from './soniox/settings.ts';
import type { SpeechmaticsStt, SpeechmaticsSttSettings } from './speechmatics/settings.ts';
import type { SttTurns, SttTurnsSettings } from './sttTurns/settings.ts';
import type { TextTurns, TextTurnsSettings } from './textRules/settings.ts';
import type { XaiSpeechModel, XaiSpeechModelSettings } from './xai/settings.ts';
import type { SttFallback, SttFallbackSettings, TtsFallback, TtsFallbackSettings } from './fallback/settings.ts';
import { selectTurnDetection } from './autoTurns.ts';
import { createFallback, createTagger } from './tagger.ts';

/** Voice activity detection, by name and by alias (`ProviderV`). */
export interface VadNames {
  /** @example VAD.Silero({ min_silence_duration: 0.4, activation_threshold: 0.6 }) */
  readonly Silero: (settings?: SileroSettings) => SileroVad;
  readonly ProviderV: VadNames['Silero'];
}

const vad = { Silero: createTagger('silero') };

export const VAD: VadNames = { ...vad, ProviderV: vad.Silero };

export declare namespace VAD {
  type Silero = SileroVad;
  type ProviderV = Silero;
}

export type VadConfig = SileroVad;

/** Speech-to-text providers, by name and by alias (`ProviderA` …). */
export interface SttNames {
  /** @example STT.OpenAI({ api_key, language: 'de', keywords: ['Antiphon'] }) */
  readonly OpenAI: (settings: OpenAiSttSettings) => OpenAiStt;
  /** @example STT.Azure({ api_key, region: 'westeurope', languages: ['de-DE', 'en-US'] }) */
  readonly Azure: (settings: AzureSttSettings) => AzureStt;
  /** @example STT.Deepgram({ api_key, model: 'nova-3', keywords: [['Antiphon', 1]] }) */
  readonly Deepgram: (settings: DeepgramSttSettings) => DeepgramStt;
  /** @example STT.AssemblyAI({ api_key, keywords: ['Antiphon'] }) */
  readonly AssemblyAI: (settings: AssemblyAiSttSettings) => AssemblyAiStt;
  /** @example STT.ElevenLabs({ api_key, language_code: 'de', keyterms: ['Antiphon'] }) */
  readonly ElevenLabs: (settings: ElevenLabsSttSettings) => ElevenLabsStt;
  /**
   * Embedded; needs no key.
   *
   * @example STT.Local({ grammar })
   */
  readonly Local: (settings: LocalSttSettings) => LocalStt;
  /**
   * Runs a model on this machine. Needs no key.
   *
   * @example STT.Sherpa({ model: 'zipformer-en-20M', keywords: ['Antiphon'] })
   */
  readonly Sherpa: (settings: SherpaSttSettings) => SherpaStt;
  /** @example STT.Soniox({ api_key, language_hints: ['de', 'en'], keywords: ['Antiphon'] }) */
  readonly Soniox: (settings: SonioxSttSettings) => SonioxStt;
  /** @example STT.Speechmatics({ api_key, language: 'de', additional_vocab: ['Antiphon'] }) */
  readonly Speechmatics: (settings: SpeechmaticsSttSettings) => SpeechmaticsStt;
  /** Recognisers with failover: the next one takes over when one is refused, slow or down. */
  readonly Fallback: (
    members: readonly SttMember[],
    settings?: Omit<SttFallbackSettings<SttMember>, 'members'>,
  ) => SttFallback<SttMember>;
  readonly ProviderA: SttNames['OpenAI'];
  readonly ProviderB: SttNames['Azure'];
  readonly ProviderC: SttNames['Deepgram'];
}

const stt = {
  OpenAI: createTagger('openai'),
  Azure: createTagger('azure'),
  Deepgram: createTagger('deepgram'),
  AssemblyAI: createTagger('assemblyai'),
  ElevenLabs: createTagger('elevenlabs'),
  Local: createTagger('local'),
  Sherpa: createTagger('sherpa'),
  Soniox: createTagger('soniox'),
  Speechmatics: createTagger('speechmatics'),
  Fallback: createFallback,
};

export const STT: SttNames = { ...stt, ProviderA: stt.OpenAI, ProviderB: stt.Azure, ProviderC: stt.Deepgram };

export declare namespace STT {
  type OpenAI = OpenAiStt;
  type Azure = AzureStt;
  type Deepgram = DeepgramStt;
  type AssemblyAI = AssemblyAiStt;
  type ElevenLabs = ElevenLabsStt;
  type Local = LocalStt;
  type Sherpa = SherpaStt;
  type Soniox = SonioxStt;
  type Speechmatics = SpeechmaticsStt;
  type Fallback = SttFallback<SttMember>;
  type ProviderA = OpenAI;
  type ProviderB = Azure;
  type ProviderC = Deepgram;
}

/** One recogniser. */
export type SttMember =
  | OpenAiStt
  | AzureStt
  | DeepgramStt
  | AssemblyAiStt
  | ElevenLabsStt
  | LocalStt
  | SherpaStt
  | SonioxStt
  | SpeechmaticsStt;

export type SttConfig = SttMember | SttFallback<SttMember>;

/** Text-to-speech providers, by name and by alias (`ProviderA` …). */
export interface TtsNames {
  /** @example TTS.OpenAI({ api_key, voice: 'alloy', instructions: 'Speak calmly.' }) */
  readonly OpenAI: (settings: OpenAiTtsSettings) => OpenAiTts;
  /** @example TTS.Azure({ api_key, region: 'westeurope', language: 'de-DE', prosody: { rate: 'fast' } }) */
  readonly Azure: (settings: AzureTtsSettings) => AzureTts;
  /** @example TTS.Deepgram({ api_key, model: 'aura-2-thalia-en' }) */
  readonly Deepgram: (settings: DeepgramTtsSettings) => DeepgramTts;
  /** @example TTS.ElevenLabs({ api_key, language_code: 'de', encoding: 'pcm_24000' }) */
  readonly ElevenLabs: (settings: ElevenLabsTtsSettings) => ElevenLabsTts;
  /** @example TTS.Google({ credentials, language: 'en-GB', gender: 'female' }) */
  readonly Google: (settings: GoogleTtsSettings) => GoogleTts;
  /** @example TTS.Cartesia({ api_key, model: 'sonic-3.5', language: 'de' }) */
  readonly Cartesia: (settings: CartesiaTtsSettings) => CartesiaTts;
  /** @example TTS.Fish({ api_key, latency: 'balanced', speed: 1.1 }) */
  readonly Fish: (settings: FishTtsSettings) => FishTts;
  /**
   * Embedded; needs no key.
   *
   * @example TTS.Local({ language: 'de', rate: 160 })
   */
  readonly Local: (settings?: LocalTtsSettings) => LocalTts;
  /** @example TTS.Polly({ region: 'eu-central-1', voice: 'Vicki', language: 'de-DE' }) */
  readonly Polly: (settings: PollyTtsSettings) => PollyTts;
  /** @example TTS.Rime({ api_key, model: 'mistv3', voice: 'astra' }) */
  readonly Rime: (settings: RimeTtsSettings) => RimeTts;
  /**
   * Runs a model on this machine. Needs no key.
   *
   * @example TTS.Sherpa({ model: 'kokoro-en-v0_19', speaker: 3, speed: 1.1 })
   */
  readonly Sherpa: (settings: SherpaTtsSettings) => SherpaTts;
  /** Voices with failover: the next one takes over when one is refused, slow or down. */
  readonly Fallback: (
    members: readonly TtsMember[],
    settings?: Omit<TtsFallbackSettings<TtsMember>, 'members'>,
  ) => TtsFallback<TtsMember>;
  readonly ProviderA: TtsNames['OpenAI'];
  readonly ProviderB: TtsNames['Azure'];
  readonly ProviderC: TtsNames['Deepgram'];
  readonly ProviderD: TtsNames['ElevenLabs'];
  readonly ProviderE: TtsNames['Google'];
  readonly ProviderF: TtsNames['Cartesia'];
  readonly ProviderG: TtsNames['Fish'];
}

const tts = {
  OpenAI: createTagger('openai'),
  Azure: createTagger('azure'),
  Deepgram: createTagger('deepgram'),
  ElevenLabs: createTagger('elevenlabs'),
  Google: createTagger('google'),
  Cartesia: createTagger('cartesia'),
  Fish: createTagger('fish'),
  Local: createTagger('local'),
  Polly: createTagger('polly'),
  Rime: createTagger('rime'),
  Sherpa: createTagger('sherpa'),
  Fallback: createFallback,
};

export const TTS: TtsNames = {
  ...tts,
  ProviderA: tts.OpenAI,
  ProviderB: tts.Azure,
  ProviderC: tts.Deepgram,
  ProviderD: tts.ElevenLabs,
  ProviderE: tts.Google,
  ProviderF: tts.Cartesia,
  ProviderG: tts.Fish,
};

export declare namespace TTS {
  type OpenAI = OpenAiTts;
  type Azure = AzureTts;
  type Deepgram = DeepgramTts;
  type ElevenLabs = ElevenLabsTts;
  type Google = GoogleTts;
  type Cartesia = CartesiaTts;
  type Fish = FishTts;
  type Local = LocalTts;
  type Polly = PollyTts;
  type Rime = RimeTts;
  type Sherpa = SherpaTts;
  type Fallback = TtsFallback<TtsMember>;
  type ProviderA = OpenAI;
  type ProviderB = Azure;
  type ProviderC = Deepgram;
  type ProviderD = ElevenLabs;
  type ProviderE = Google;
  type ProviderF = Cartesia;
  type ProviderG = Fish;
}

/** One voice. */
export type TtsMember =
  | OpenAiTts
  | AzureTts
  | DeepgramTts
  | ElevenLabsTts
  | GoogleTts
  | CartesiaTts
  | FishTts
  | LocalTts
  | PollyTts
  | RimeTts
  | SherpaTts;

export type TtsConfig = TtsMember | TtsFallback<TtsMember>;

/** Models that hear the user and speak themselves. */
export interface SpeechModelNames {
  /** @example SpeechModel.Azure({ api_key, endpoint: 'https://contoso.services.ai.azure.com', model: 'gpt-realtime-2.1' }) */
  readonly Azure: (settings: AzureSpeechModelSettings) => AzureSpeechModel;
  /** @example SpeechModel.OpenAI({ api_key, voice: 'cedar' }) */
  readonly OpenAI: (settings: OpenAiSpeechModelSettings) => OpenAiSpeechModel;
  /** @example SpeechModel.XAI({ api_key, voice: 'rex' }) */
  readonly XAI: (settings: XaiSpeechModelSettings) => XaiSpeechModel;
}

export const SpeechModel: SpeechModelNames = {
  Azure: createTagger('azure'),
  OpenAI: createTagger('openai'),
  XAI: createTagger('xai'),
};

export declare namespace SpeechModel {
  type Azure = AzureSpeechModel;
  type OpenAI = OpenAiSpeechModel;
  type XAI = XaiSpeechModel;
}

export type SpeechModelConfig = AzureSpeechModel | OpenAiSpeechModel | XaiSpeechModel;

/** Turn detection: what, besides silence, decides that the user has finished. */
export interface TurnDetectionNames {
  /**
   * The recogniser itself, if it can detect the ends of turns.
   *
   * @example TurnDetection.STT()
   */
  readonly STT: (settings?: SttTurnsSettings) => SttTurns;
  /**
   * Smart Turn v3, a model that judges the sound. You download the model file.
   *
   * @example TurnDetection.SmartTurn({ model_path: 'smart-turn-v3.2.onnx' })
   */
  readonly SmartTurn: (settings: SmartTurnSettings) => SmartTurnConfig;
  /**
   * Rules about the words. Embedded; needs no key.
   *
   * @example TurnDetection.Text({ max_delay: 4 })
   */
  readonly Text: (settings?: TextTurnsSettings) => TextTurns;
  /**
   * Uses Smart Turn if `npx antiphon models pull smart-turn-v3.2` has downloaded it, otherwise the rules about words.
   *
   * @example TurnDetection.Auto({ max_delay: 4 })
   */
  readonly Auto: (settings?: TextTurnsSettings) => SmartTurnConfig | TextTurns;
}

export const TurnDetection: TurnDetectionNames = {
  STT: createTagger('stt'),
  SmartTurn: createTagger('smart-turn'),
  Text: createTagger('text'),
  Auto: selectTurnDetection,
};

export declare namespace TurnDetection {
  type STT = SttTurns;
  type SmartTurn = SmartTurnConfig;
  type Text = TextTurns;
}

export type TurnDetectionConfig = SttTurns | SmartTurnConfig | TextTurns;
