// providers/names.d.ts
export declare const SpeechModel: SpeechModelNames;
export declare namespace SpeechModel {
    type Azure = AzureSpeechModel;
    type OpenAI = OpenAiSpeechModel;
    type XAI = XaiSpeechModel;
}
export declare const STT: SttNames;
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
export declare const TTS: TtsNames;
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
export declare const TurnDetection: TurnDetectionNames;
export declare namespace TurnDetection {
    type STT = SttTurns;
    type SmartTurn = SmartTurnConfig;
    type Text = TextTurns;
}
export declare const VAD: VadNames;
export declare namespace VAD {
    type Silero = SileroVad;
    type ProviderV = Silero;
}
export type SpeechModelConfig = AzureSpeechModel | OpenAiSpeechModel | XaiSpeechModel;
export interface SpeechModelNames {
    readonly Azure: (settings: AzureSpeechModelSettings) => AzureSpeechModel;
    readonly OpenAI: (settings: OpenAiSpeechModelSettings) => OpenAiSpeechModel;
    readonly XAI: (settings: XaiSpeechModelSettings) => XaiSpeechModel;
}
export type SttConfig = SttMember | SttFallback<SttMember>;
export type SttMember = OpenAiStt | AzureStt | DeepgramStt | AssemblyAiStt | ElevenLabsStt | LocalStt | SherpaStt | SonioxStt | SpeechmaticsStt;
export interface SttNames {
    readonly OpenAI: (settings: OpenAiSttSettings) => OpenAiStt;
    readonly Azure: (settings: AzureSttSettings) => AzureStt;
    readonly Deepgram: (settings: DeepgramSttSettings) => DeepgramStt;
    readonly AssemblyAI: (settings: AssemblyAiSttSettings) => AssemblyAiStt;
    readonly ElevenLabs: (settings: ElevenLabsSttSettings) => ElevenLabsStt;
    readonly Local: (settings: LocalSttSettings) => LocalStt;
    readonly Sherpa: (settings: SherpaSttSettings) => SherpaStt;
    readonly Soniox: (settings: SonioxSttSettings) => SonioxStt;
    readonly Speechmatics: (settings: SpeechmaticsSttSettings) => SpeechmaticsStt;
    readonly Fallback: (members: readonly SttMember[], settings?: Omit<SttFallbackSettings<SttMember>, 'members'>) => SttFallback<SttMember>;
    readonly ProviderA: SttNames['OpenAI'];
    readonly ProviderB: SttNames['Azure'];
    readonly ProviderC: SttNames['Deepgram'];
}
export type TtsConfig = TtsMember | TtsFallback<TtsMember>;
export type TtsMember = OpenAiTts | AzureTts | DeepgramTts | ElevenLabsTts | GoogleTts | CartesiaTts | FishTts | LocalTts | PollyTts | RimeTts | SherpaTts;
export interface TtsNames {
    readonly OpenAI: (settings: OpenAiTtsSettings) => OpenAiTts;
    readonly Azure: (settings: AzureTtsSettings) => AzureTts;
    readonly Deepgram: (settings: DeepgramTtsSettings) => DeepgramTts;
    readonly ElevenLabs: (settings: ElevenLabsTtsSettings) => ElevenLabsTts;
    readonly Google: (settings: GoogleTtsSettings) => GoogleTts;
    readonly Cartesia: (settings: CartesiaTtsSettings) => CartesiaTts;
    readonly Fish: (settings: FishTtsSettings) => FishTts;
    readonly Local: (settings?: LocalTtsSettings) => LocalTts;
    readonly Polly: (settings: PollyTtsSettings) => PollyTts;
    readonly Rime: (settings: RimeTtsSettings) => RimeTts;
    readonly Sherpa: (settings: SherpaTtsSettings) => SherpaTts;
    readonly Fallback: (members: readonly TtsMember[], settings?: Omit<TtsFallbackSettings<TtsMember>, 'members'>) => TtsFallback<TtsMember>;
    readonly ProviderA: TtsNames['OpenAI'];
    readonly ProviderB: TtsNames['Azure'];
    readonly ProviderC: TtsNames['Deepgram'];
    readonly ProviderD: TtsNames['ElevenLabs'];
    readonly ProviderE: TtsNames['Google'];
    readonly ProviderF: TtsNames['Cartesia'];
    readonly ProviderG: TtsNames['Fish'];
}
export type TurnDetectionConfig = SttTurns | SmartTurnConfig | TextTurns;
export interface TurnDetectionNames {
    readonly STT: (settings?: SttTurnsSettings) => SttTurns;
    readonly SmartTurn: (settings: SmartTurnSettings) => SmartTurnConfig;
    readonly Text: (settings?: TextTurnsSettings) => TextTurns;
    readonly Auto: (settings?: TextTurnsSettings) => SmartTurnConfig | TextTurns;
}
export type VadConfig = SileroVad;
export interface VadNames {
    readonly Silero: (settings?: SileroSettings) => SileroVad;
    readonly ProviderV: VadNames['Silero'];
}

// providers/assemblyai/settings.d.ts
export interface AssemblyAiStt extends AssemblyAiSttSettings {
    readonly provider: 'assemblyai';
}
export interface AssemblyAiSttSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly language_codes?: readonly string[] | undefined;
    readonly language_detection?: boolean | undefined;
    readonly keywords?: readonly string[] | undefined;
    readonly prompt?: string | undefined;
    readonly mode?: 'min_latency' | 'balanced' | 'max_accuracy' | undefined;
    readonly continuous_partials?: boolean | undefined;
    readonly interruption_delay?: number | undefined;
    readonly format_turns?: boolean | undefined;
    readonly filter_profanity?: boolean | undefined;
    readonly speaker_labels?: boolean | undefined;
    readonly max_speakers?: number | undefined;
    readonly vad_threshold?: number | undefined;
    readonly sample_rate?: number | undefined;
    readonly min_turn_silence?: number | undefined;
    readonly max_turn_silence?: number | undefined;
    readonly end_of_turn_confidence_threshold?: number | undefined;
    readonly final_timeout?: number | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'headers'> | undefined;
}

// providers/azure/settings.d.ts
export interface AzureStt extends AzureSttSettings {
    readonly provider: 'azure';
}
export interface AzureSttSettings {
    readonly api_key?: string | undefined;
    readonly auth_token?: string | undefined;
    readonly region: string;
    readonly sample_rate?: number | undefined;
    readonly num_channels?: number | undefined;
    readonly languages?: readonly string[] | undefined;
    readonly phrase_list?: readonly string[] | undefined;
    readonly phrase_list_weight?: number | undefined;
    readonly profanity?: 'masked' | 'removed' | 'raw' | undefined;
    readonly word_level_timestamps?: boolean | undefined;
    readonly final_timeout?: number | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}
export interface AzureTts extends AzureTtsSettings {
    readonly provider: 'azure';
}
export interface AzureTtsSettings {
    readonly api_key?: string | undefined;
    readonly auth_token?: string | undefined;
    readonly region: string;
    readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
    readonly voice?: string | null | undefined;
    readonly language?: string | null | undefined;
    readonly prosody?: ProsodyConfig | null | undefined;
    readonly endpoint_id?: string | null | undefined;
    readonly style?: string | undefined;
    readonly style_degree?: number | undefined;
    readonly role?: string | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}
export interface ProsodyConfig {
    readonly rate?: number | 'x-slow' | 'slow' | 'medium' | 'fast' | 'x-fast' | null | undefined;
    readonly volume?: number | 'silent' | 'x-soft' | 'soft' | 'medium' | 'loud' | 'x-loud' | null | undefined;
    readonly pitch?: 'x-low' | 'low' | 'medium' | 'high' | 'x-high' | null | undefined;
}

// providers/azure/speechModel/settings.d.ts
export interface AzureSpeechModel extends AzureSpeechModelSettings {
    readonly provider: 'azure';
}
export interface AzureSpeechModelSettings {
    readonly api_key: string;
    readonly endpoint: string;
    readonly model: string;
    readonly voice?: string | undefined;
    readonly voice_type?: 'azure-standard' | 'openai' | undefined;
    readonly output?: 'audio' | 'text' | undefined;
    readonly turns?: 'session' | undefined;
    readonly speed?: number | undefined;
    readonly transcription_model?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

// providers/cartesia/settings.d.ts
export interface CartesiaTts extends CartesiaTtsSettings {
    readonly provider: 'cartesia';
}
export interface CartesiaTtsSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly language?: string | undefined;
    readonly encoding?: 'pcm_s16le' | undefined;
    readonly voice?: string | readonly number[] | undefined;
    readonly speed?: number | 'fastest' | 'fast' | 'normal' | 'slow' | 'slowest' | null | undefined;
    readonly emotion?: readonly string[] | null | undefined;
    readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
    readonly volume?: number | undefined;
    readonly pronunciation_dict_id?: string | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

// providers/deepgram/settings.d.ts
export interface DeepgramStt extends DeepgramSttSettings {
    readonly provider: 'deepgram';
}
export interface DeepgramSttSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly language?: string | undefined;
    readonly interim_results?: boolean | undefined;
    readonly punctuate?: boolean | undefined;
    readonly smart_format?: boolean | undefined;
    readonly sample_rate?: number | undefined;
    readonly no_delay?: boolean | undefined;
    readonly endpointing_ms?: number | undefined;
    readonly filler_words?: boolean | undefined;
    readonly keywords?: readonly (readonly [string, number])[] | undefined;
    readonly profanity_filter?: boolean | undefined;
    readonly numerals?: boolean | undefined;
    readonly redact?: string | readonly string[] | undefined;
    readonly mip_opt_out?: boolean | undefined;
    readonly tag?: string | readonly string[] | undefined;
    readonly eot_threshold?: number | undefined;
    readonly eot_timeout_ms?: number | undefined;
    readonly eager_eot_threshold?: number | undefined;
    readonly final_timeout?: number | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'headers'> | undefined;
}
export interface DeepgramTts extends DeepgramTtsSettings {
    readonly provider: 'deepgram';
}
export interface DeepgramTtsSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly encoding?: 'linear16' | 'mulaw' | 'alaw' | undefined;
    readonly sample_rate?: 8000 | 16000 | 24000 | 32000 | 44100 | 48000 | undefined;
    readonly mip_opt_out?: boolean | undefined;
    readonly tag?: string | readonly string[] | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'headers'> | undefined;
}

// providers/elevenlabs/scribe/settings.d.ts
export interface ElevenLabsStt extends ElevenLabsSttSettings {
    readonly provider: 'elevenlabs';
}
export interface ElevenLabsSttSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly language_code?: string | undefined;
    readonly secondary_languages?: readonly string[] | undefined;
    readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
    readonly keyterms?: readonly string[] | undefined;
    readonly no_verbatim?: boolean | undefined;
    readonly include_timestamps?: boolean | undefined;
    readonly include_language_detection?: boolean | undefined;
    readonly filter_background_audio?: boolean | undefined;
    readonly previous_text?: string | undefined;
    readonly enable_logging?: boolean | undefined;
    readonly final_timeout?: number | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'headers'> | undefined;
}

// providers/elevenlabs/settings.d.ts
export type ElevenLabsEncoding = 'mp3_22050_32' | 'mp3_24000_48' | `mp3_44100_${32 | 64 | 96 | 128 | 192}` | `pcm_${8000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000}` | 'ulaw_8000' | 'alaw_8000';
export interface ElevenLabsTts extends ElevenLabsTtsSettings {
    readonly provider: 'elevenlabs';
}
export interface ElevenLabsTtsSettings {
    readonly api_key: string;
    readonly voice?: Voice | undefined;
    readonly model?: string | undefined;
    readonly encoding?: ElevenLabsEncoding | undefined;
    readonly enable_ssml_parsing?: boolean | undefined;
    readonly chunk_length_schedule?: readonly number[] | undefined;
    readonly auto_mode?: boolean | undefined;
    readonly language_code?: string | undefined;
    readonly pronunciation_dictionary_locators?: readonly PronunciationDictionaryLocator[] | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}
export interface PronunciationDictionaryLocator {
    readonly pronunciation_dictionary_id: string;
    readonly version_id: string;
}
export interface Voice {
    readonly id: string;
    readonly name: string;
    readonly category: string;
    readonly settings?: VoiceSettings | null | undefined;
}
export interface VoiceSettings {
    readonly stability: number;
    readonly similarity_boost: number;
    readonly style?: number | null | undefined;
    readonly use_speaker_boost?: boolean | null | undefined;
    readonly speed?: number | undefined;
}

// providers/fish/settings.d.ts
export interface FishTts extends FishTtsSettings {
    readonly provider: 'fish';
}
export interface FishTtsSettings {
    readonly api_key: string;
    readonly model_id?: string | undefined;
    readonly latency?: 'normal' | 'balanced' | 'low' | undefined;
    readonly normalize?: boolean | undefined;
    readonly speed?: number | undefined;
    readonly volume?: number | undefined;
    readonly temperature?: number | undefined;
    readonly top_p?: number | undefined;
    readonly sample_rate?: 8000 | 16000 | 24000 | 32000 | 44100 | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

// providers/google/settings.d.ts
export interface GoogleTts extends GoogleTtsSettings {
    readonly provider: 'google';
}
export interface GoogleTtsSettings {
    readonly credentials: Readonly<Record<string, unknown>>;
    readonly language?: string | undefined;
    readonly gender?: 'male' | 'female' | 'neutral' | '' | undefined;
    readonly voice_name?: string | undefined;
    readonly encoding?: 'linear16' | 'wav' | 'mp3' | undefined;
    readonly sample_rate?: number | undefined;
    readonly pitch?: number | undefined;
    readonly effects_profile_id?: string | undefined;
    readonly speaking_rate?: number | undefined;
    readonly model?: string | undefined;
    readonly prompt?: string | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

// providers/local/stt/settings.d.ts
export interface LocalStt extends LocalSttSettings {
    readonly provider: 'local';
}
export interface LocalSttSettings {
    readonly grammar: string;
    readonly language?: 'en-US' | 'fr-FR' | undefined;
    readonly decoders?: number | undefined;
    readonly reject?: number | false | undefined;
}

// providers/local/tts/settings.d.ts
export interface LocalTts extends LocalTtsSettings {
    readonly provider: 'local';
}
export interface LocalTtsSettings {
    readonly voice?: string | undefined;
    readonly language?: string | undefined;
    readonly rate?: number | undefined;
    readonly pitch?: number | undefined;
}

// providers/openai/settings.d.ts
export interface OpenAiStt extends OpenAiSttSettings {
    readonly provider: 'openai';
}
export interface OpenAiSttSettings {
    readonly api_key: string;
    readonly language?: string | undefined;
    readonly model?: string | undefined;
    readonly endpoint?: 'realtime' | 'transcriptions' | undefined;
    readonly final_timeout?: number | undefined;
    readonly prompt?: string | undefined;
    readonly keywords?: readonly string[] | undefined;
    readonly noise_reduction?: 'near_field' | 'far_field' | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}
export interface OpenAiTts extends OpenAiTtsSettings {
    readonly provider: 'openai';
}
export interface OpenAiTtsSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly voice?: string | undefined;
    readonly speed?: number | undefined;
    readonly instructions?: string | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

// providers/openai/speechModel/settings.d.ts
export interface OpenAiSpeechModel extends OpenAiSpeechModelSettings {
    readonly provider: 'openai';
}
export interface OpenAiSpeechModelSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly voice?: string | undefined;
    readonly output?: 'audio' | 'text' | undefined;
    readonly turns?: 'session' | undefined;
    readonly speed?: number | undefined;
    readonly transcription_model?: string | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

// providers/polly/settings.d.ts
export interface PollyTts extends PollyTtsSettings {
    readonly provider: 'polly';
}
export interface PollyTtsSettings {
    readonly region: string;
    readonly access_key_id?: string | undefined;
    readonly secret_access_key?: string | undefined;
    readonly session_token?: string | undefined;
    readonly engine?: 'standard' | 'neural' | 'long-form' | 'generative' | undefined;
    readonly voice?: string | undefined;
    readonly language?: string | undefined;
    readonly sample_rate?: 8000 | 16000 | undefined;
    readonly text_type?: 'text' | 'ssml' | undefined;
    readonly lexicon_names?: readonly string[] | undefined;
    readonly word_times?: boolean | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'body' | 'headers'> | undefined;
}

// providers/rime/settings.d.ts
export interface RimeTts extends RimeTtsSettings {
    readonly provider: 'rime';
}
export interface RimeTtsSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly voice?: string | undefined;
    readonly language?: string | undefined;
    readonly encoding?: 'pcm' | 'mulaw' | undefined;
    readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
    readonly speed?: number | undefined;
    readonly pause_between_brackets?: boolean | undefined;
    readonly phonemize_between_brackets?: boolean | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'headers'> | undefined;
}

// providers/sherpa/stt/settings.d.ts
export interface SherpaStt extends SherpaSttSettings {
    readonly provider: 'sherpa';
}
export interface SherpaSttSettings {
    readonly model: string;
    readonly model_type?: SherpaSttModelType | undefined;
    readonly language?: string | undefined;
    readonly keywords?: readonly string[] | undefined;
    readonly keywords_score?: number | undefined;
    readonly interim_interval?: number | false | undefined;
    readonly threads?: number | undefined;
    readonly max_sessions?: number | undefined;
    readonly max_processes?: number | undefined;
    readonly final_timeout?: number | undefined;
}

// providers/sherpa/tts/settings.d.ts
export interface SherpaTts extends SherpaTtsSettings {
    readonly provider: 'sherpa';
}
export interface SherpaTtsSettings {
    readonly model: string;
    readonly model_type?: SherpaTtsModelType | undefined;
    readonly speaker?: number | undefined;
    readonly speed?: number | undefined;
    readonly language?: string | undefined;
    readonly threads?: number | undefined;
    readonly max_processes?: number | undefined;
}

// providers/silero/settings.d.ts
export type SileroEngine = 'auto' | 'wasm' | 'onnx';
export interface SileroSettings {
    readonly min_speech_duration?: number | undefined;
    readonly min_silence_duration?: number | undefined;
    readonly prefix_padding_duration?: number | undefined;
    readonly max_buffered_speech?: number | undefined;
    readonly activation_threshold?: number | undefined;
    readonly sample_rate?: 8000 | 16000 | undefined;
    readonly model_path?: string | undefined;
    readonly engine?: SileroEngine | undefined;
}
export interface SileroVad extends SileroSettings {
    readonly provider: 'silero';
}

// providers/silero/smartTurn/settings.d.ts
export interface SmartTurnConfig extends SmartTurnSettings {
    readonly provider: 'smart-turn';
}
export interface SmartTurnSettings {
    readonly model_path: string;
    readonly threshold?: number | undefined;
    readonly thresholds?: Readonly<Record<string, number>> | undefined;
    readonly min_delay?: number | undefined;
    readonly max_delay?: number | undefined;
    readonly timeout?: number | undefined;
    readonly language?: string | undefined;
}

// providers/soniox/settings.d.ts
export interface SonioxContext {
    readonly general?: Readonly<Record<string, string>> | undefined;
    readonly text?: string | undefined;
}
export interface SonioxStt extends SonioxSttSettings {
    readonly provider: 'soniox';
}
export interface SonioxSttSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly language_hints?: readonly string[] | undefined;
    readonly language_hints_strict?: boolean | undefined;
    readonly enable_language_identification?: boolean | undefined;
    readonly enable_speaker_diarization?: boolean | undefined;
    readonly keywords?: readonly string[] | undefined;
    readonly context?: SonioxContext | undefined;
    readonly sample_rate?: number | undefined;
    readonly max_endpoint_delay_ms?: number | undefined;
    readonly endpoint_sensitivity?: number | undefined;
    readonly endpoint_latency_adjustment_level?: number | undefined;
    readonly client_reference_id?: string | undefined;
    readonly final_timeout?: number | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'body' | 'headers'> | undefined;
}

// providers/speechmatics/settings.d.ts
export interface KnownSpeaker {
    readonly label: string;
    readonly speaker_identifiers: readonly string[];
}
export interface SpeakerDiarization {
    readonly max_speakers?: number | undefined;
    readonly prefer_current_speaker?: boolean | undefined;
    readonly speaker_sensitivity?: number | undefined;
    readonly speakers?: readonly KnownSpeaker[] | undefined;
}
export interface SpeechmaticsStt extends SpeechmaticsSttSettings {
    readonly provider: 'speechmatics';
}
export interface SpeechmaticsSttSettings {
    readonly api_key: string;
    readonly region?: 'eu' | 'us' | 'global' | undefined;
    readonly model?: 'enhanced' | 'standard' | undefined;
    readonly language?: string | undefined;
    readonly output_locale?: string | undefined;
    readonly domain?: string | undefined;
    readonly sample_rate?: number | undefined;
    readonly additional_vocab?: readonly (string | VocabularyEntry)[] | undefined;
    readonly max_delay?: number | undefined;
    readonly max_delay_mode?: 'flexible' | 'fixed' | undefined;
    readonly enable_partials?: boolean | undefined;
    readonly diarization?: 'none' | 'speaker' | undefined;
    readonly speaker_diarization_config?: SpeakerDiarization | undefined;
    readonly final_timeout?: number | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}
export interface VocabularyEntry {
    readonly content: string;
    readonly sounds_like?: readonly string[] | undefined;
}

// providers/sttTurns/settings.d.ts
export interface SttTurns extends SttTurnsSettings {
    readonly provider: 'stt';
}
export interface SttTurnsSettings {
    readonly min_delay?: number | undefined;
    readonly max_delay?: number | undefined;
    readonly timeout?: number | undefined;
}

// providers/textRules/settings.d.ts
export interface TextTurns extends TextTurnsSettings {
    readonly provider: 'text';
}
export interface TextTurnsSettings {
    readonly threshold?: number | undefined;
    readonly thresholds?: Readonly<Record<string, number>> | undefined;
    readonly min_delay?: number | undefined;
    readonly max_delay?: number | undefined;
    readonly timeout?: number | undefined;
    readonly language?: string | undefined;
}

// providers/xai/settings.d.ts
export interface XaiSpeechModel extends XaiSpeechModelSettings {
    readonly provider: 'xai';
}
export interface XaiSpeechModelSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly voice?: string | undefined;
    readonly output?: 'audio' | undefined;
    readonly turns?: 'session' | undefined;
    readonly transcription_model?: string | undefined;
    readonly base_url?: string | undefined;
    readonly extra?: Extra<'query' | 'body' | 'headers'> | undefined;
}

// providers/assemblyai/stt.d.ts
export declare function assemblyAiStt(settings: AssemblyAiSttSettings, options?: AdapterOptions): SpeechToText;

// providers/azure/stt.d.ts
export declare function azureStt(settings: AzureSttSettings, options?: AdapterOptions): SpeechToText;

// providers/azure/tts.d.ts
export declare function azureTts(settings: AzureTtsSettings, options?: AdapterOptions): TextToSpeech;

// providers/azure/speechModel/speechModel.d.ts
export declare function azureSpeechModel(settings: AzureSpeechModelSettings, options?: AdapterOptions): SpeechToSpeech;

// providers/cartesia/tts.d.ts
export declare function cartesiaTts(settings: CartesiaTtsSettings, options?: AdapterOptions): TextToSpeech;

// providers/deepgram/stt.d.ts
export declare function deepgramStt(settings: DeepgramSttSettings, options?: AdapterOptions): SpeechToText;

// providers/deepgram/tts.d.ts
export declare function deepgramTts(settings: DeepgramTtsSettings, options?: AdapterOptions): TextToSpeech;

// providers/elevenlabs/stt.d.ts
export declare function elevenLabsStt(settings: ElevenLabsSttSettings, options?: AdapterOptions): SpeechToText;

// providers/elevenlabs/tts.d.ts
export declare function elevenLabsTts(settings: ElevenLabsTtsSettings, options?: AdapterOptions): TextToSpeech;

// providers/fish/tts.d.ts
export declare function fishTts(settings: FishTtsSettings, options?: AdapterOptions): TextToSpeech;

// providers/google/tts.d.ts
export declare function googleTts(settings: GoogleTtsSettings, options?: AdapterOptions): TextToSpeech;

// providers/local/stt/stt.d.ts
export declare function localStt(settings: LocalSttSettings): SpeechToText;

// providers/local/tts/tts.d.ts
export declare function localTts(settings?: LocalTtsSettings, options?: LocalTtsOptions): TextToSpeech;
export interface LocalTtsOptions {
    readonly scheduler?: SchedulerLike | undefined;
}

// providers/openai/stt.d.ts
export declare function openAiStt(settings: OpenAiSttSettings, options?: AdapterOptions): SpeechToText;

// providers/openai/tts.d.ts
export declare function openAiTts(settings: OpenAiTtsSettings, options?: AdapterOptions): TextToSpeech;

// providers/openai/speechModel/speechModel.d.ts
export declare function openAiSpeechModel(settings: OpenAiSpeechModelSettings, options?: AdapterOptions): SpeechToSpeech;

// providers/polly/tts.d.ts
export declare function pollyTts(settings: PollyTtsSettings, options?: AdapterOptions): TextToSpeech;

// providers/rime/tts.d.ts
export declare function rimeTts(settings: RimeTtsSettings, options?: AdapterOptions): TextToSpeech;

// providers/sherpa/stt/stt.d.ts
export declare function sherpaStt(settings: SherpaSttSettings): SpeechToText;

// providers/sherpa/tts/tts.d.ts
export declare function sherpaTts(settings: SherpaTtsSettings, options?: SherpaTtsOptions): TextToSpeech;
export interface SherpaTtsOptions {
    readonly scheduler?: SchedulerLike | undefined;
}

// providers/soniox/stt.d.ts
export declare function sonioxStt(settings: SonioxSttSettings, options?: AdapterOptions): SpeechToText;

// providers/speechmatics/stt.d.ts
export declare function speechmaticsStt(settings: SpeechmaticsSttSettings, options?: AdapterOptions): SpeechToText;

// providers/xai/speechModel.d.ts
export declare function xaiSpeechModel(settings: XaiSpeechModelSettings, options?: AdapterOptions): SpeechToSpeech;

// providers/fallback/settings.d.ts
export interface HedgeSettings {
    readonly after_ms: number;
}
export type SttFallback<Provider> = SttFallbackSettings<Provider> & {
    readonly provider: 'fallback';
};
export interface SttFallbackSettings<Provider> {
    readonly members: readonly Provider[];
    readonly timeout?: number | undefined;
    readonly retry_after?: number | undefined;
    readonly hedge?: true | HedgeSettings | undefined;
}
export type TtsFallback<Provider> = TtsFallbackSettings<Provider> & {
    readonly provider: 'fallback';
};
export interface TtsFallbackSettings<Provider> {
    readonly members: readonly Provider[];
    readonly timeout?: number | undefined;
    readonly stall_timeout?: number | undefined;
    readonly retry_after?: number | undefined;
    readonly hedge?: true | HedgeSettings | undefined;
}

// src/models/model.d.ts
export type ModelKind = 'stt' | 'tts' | 'turns';
export type ModelType = SherpaSttModelType | SherpaTtsModelType | 'smart-turn';
export type SherpaSttModelType = 'zipformer-transducer' | 'zipformer-ctc' | 'nemo-ctc-streaming' | 'moonshine' | 'whisper' | 'sense-voice' | 'nemo-transducer';
export type SherpaTtsModelType = 'vits' | 'kokoro' | 'kitten' | 'matcha' | 'supertonic';

// src/models/findPulledModel.d.ts
export declare function findPulledModel(kind: ModelKind, language: string): string | undefined;

// providers/rnnoise/rnnoise.d.ts
export declare function rnnoise(): NoiseSuppressor;

// providers/silero/model.d.ts
export declare function silero(options: SileroOptions): VadModel;
export interface SileroOptions {
    readonly sampleRate: 8000 | 16000;
    readonly modelPath?: string | undefined;
    readonly engine?: SileroEngine | undefined;
}

// providers/silero/smartTurn/smartTurn.d.ts
export declare function smartTurn(options: {
    readonly modelPath: string;
}): PauseTurnModel;

// providers/textRules/textRules.d.ts
export declare function textRules(): PauseTurnModel;

// src/core/extra.d.ts
export type Extra<Part extends keyof ExtraParts> = Pick<ExtraParts, Part>;
export interface ExtraParts {
    readonly query?: Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>> | undefined;
    readonly body?: Readonly<Record<string, unknown>> | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
}

// src/wire/audio/decoder.d.ts
export interface AudioDecoder {
    push(bytes: Uint8Array): Int16Array;
    readonly sampleRate?: number | undefined;
}
export type AudioDecoderSource = Observable<AudioDecoder>;

// src/wire/audio/g711.d.ts
export declare const alaw: AudioDecoderSource;
export declare const mulaw: AudioDecoderSource;

// src/wire/audio/mp3.d.ts
export declare const mp3: AudioDecoderSource;

// src/wire/audio/pcm.d.ts
export declare const pcm16: AudioDecoderSource;
export declare function createPcmDecoder(): AudioDecoder;

// src/wire/audio/wav.d.ts
export declare const wav: AudioDecoderSource;

// src/wire/bytes.d.ts
export declare function bytesOfSamples(samples: Int16Array): Uint8Array;
export declare function fromBase64(text: string): Uint8Array;
export declare function toBase64(bytes: Uint8Array): string;

// src/wire/dialect.d.ts
export type ConnectionAction = {
    readonly kind: 'send';
    readonly frame: SocketFrame;
}
 | {
    readonly kind: 'ready';
}
 | {
    readonly kind: 'failed';
    readonly utterance: number;
    readonly fault: WireFault;
}
 | {
    readonly kind: 'warning';
    readonly message: string;
}
 | {
    readonly kind: 'fault';
    readonly fault: WireFault;
};
export interface Dialect<Action> {
    open(): readonly Action[];
    receive(frame: SocketFrame): readonly Action[];
    idle?(): readonly Action[];
    close?(): readonly Action[];
}
export interface Wire<D> {
    readonly name: string;
    readonly model?: string | undefined;
    readonly request: () => SocketRequest;
    readonly dialect: () => D;
    readonly keepAliveMs?: number | undefined;
    readonly maxAgeMs?: number | undefined;
    readonly faultOf?: ((end: SocketEnd, nowMs: number) => WireFault) | undefined;
}

// src/wire/endpoint.d.ts
export declare function buildRequestUrl(parts: EndpointParts): string;
export declare function buildSocketUrl(parts: EndpointParts): string;
export interface EndpointParts {
    readonly origin: string;
    readonly baseUrl?: string | undefined;
    readonly path: string;
    readonly query?: readonly (readonly [name: string, value: string])[] | undefined;
}

// src/wire/fault.d.ts
export declare function faultOfEnd({ code, reason, refused }: SocketEnd, nowMs: number): WireFault;
export declare function faultOfStatus(status: number, headers: Readonly<Record<string, string>>, body: string, nowMs: number): WireFault;
export interface WireFault {
    readonly kind: 'final' | 'retry' | 'expired';
    readonly message: string;
    readonly status?: number | undefined;
    readonly retryAfterMs?: number | undefined;
}

// src/wire/http.d.ts
export declare const fetchRequest: OpenRequest;
export type HttpEvent = {
    readonly kind: 'head';
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
} | {
    readonly kind: 'bytes';
    readonly bytes: Uint8Array;
};
export interface HttpRequest {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array | FormData | undefined;
}
export type OpenRequest = (request: HttpRequest) => Observable<HttpEvent>;

// src/wire/json.d.ts
export declare function asArray(value: unknown): readonly unknown[];
export declare function asNumber(value: unknown): number | null;
export declare function asObject(value: unknown): JsonObject | null;
export declare function asText(value: unknown): string;
export declare function parseObject(frame: string | Uint8Array): JsonObject | null;
export type JsonObject = Readonly<Record<string, unknown>>;

// src/wire/wireDeps.d.ts
export interface AdapterOptions {
    readonly scheduler?: SchedulerLike | undefined;
    readonly openSocket?: OpenSocket | undefined;
    readonly openRequest?: OpenRequest | undefined;
    readonly random?: (() => number) | undefined;
    readonly newId?: (() => string) | undefined;
    readonly wallClock?: (() => number) | undefined;
}

// src/wire/socket.d.ts
export type OpenSocket = (request: SocketRequest, listener: SocketListener) => Socket;
export interface Refusal {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
}
export interface Socket {
    send(frame: SocketFrame): void;
    close(): void;
    terminate(): void;
    ping?(): void;
    readonly bufferedBytes: number;
}
export interface SocketEnd {
    readonly code: number;
    readonly reason: string;
    readonly refused?: Refusal | undefined;
}
export type SocketFrame = string | Uint8Array;
export interface SocketListener {
    opened(): void;
    received(frame: SocketFrame): void;
    ponged?(): void;
    ended(end: SocketEnd): void;
}
export interface SocketRequest {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
}

// src/wire/stt/dialect.d.ts
export type SttAction = ConnectionAction | SttResult
 | {
    readonly kind: 'expires';
    readonly inMs: number;
};
export interface SttDialect extends Dialect<SttAction> {
    begin(utterance: number): readonly SttAction[];
    audio(utterance: number, samples: Int16Array): readonly SttAction[];
    end(utterance: number, over?: boolean): readonly SttAction[];
}
export type SttResult = 
{
    readonly kind: 'interim';
    readonly utterance: number;
    readonly text: string;
    readonly details?: TranscriptDetails | undefined;
}
 | {
    readonly kind: 'piece';
    readonly utterance: number;
    readonly text: string;
    readonly details?: TranscriptDetails | undefined;
}
 | ({
    readonly kind: 'turn';
    readonly utterance: number;
} & Omit<SttTurn, 'segment'>)
 | {
    readonly kind: 'done';
    readonly utterance: number;
};
export interface SttWire extends Wire<SttDialect> {
    readonly sampleRate: number;
    readonly interims: boolean;
    readonly delaysInterims?: boolean | undefined;
    readonly answerMs: number;
    readonly silence: 'answers' | 'fails';
    readonly withTurns?: SttWire | undefined;
}

// src/wire/stt/createHttpStt.d.ts
export declare function createHttpStt(wire: HttpSttWire, options?: AdapterOptions): SpeechToText;
export interface HttpSttWire {
    readonly name: string;
    readonly model?: string | undefined;
    readonly sampleRate: number;
    readonly minMs: number;
    readonly answerMs: number;
    readonly keyCheck?: HttpRequest | undefined;
    readonly request: (samples: Int16Array) => HttpRequest;
    readonly parseText: (body: string) => string | null;
    readonly parseDetails?: ((body: string) => Omit<TranscriptDetails, 'words'>) | undefined;
}

// src/wire/stt/createWebSocketStt.d.ts
export declare function createWebSocketStt(wire: SttWire, options?: AdapterOptions): SpeechToText;

// src/wire/tts/timedSentence.d.ts
export interface PlacedWord extends SpokenWord {
    readonly from?: number | undefined;
}

// src/wire/tts/dialect.d.ts
export interface SpokenWord {
    readonly text: string;
    readonly startMs: number;
    readonly endMs: number;
}
export type TtsAction = ConnectionAction | TtsResult
 | {
    readonly kind: 'released';
    readonly utterance: number;
};
export interface TtsDialect extends Dialect<TtsAction> {
    begin(utterance: number): readonly TtsAction[];
    text(utterance: number, text: string): readonly TtsAction[];
    flush(utterance: number): readonly TtsAction[];
    end(utterance: number): readonly TtsAction[];
    cancel?(utterance: number): readonly TtsAction[];
}
export type TtsResult = 
{
    readonly kind: 'audio';
    readonly utterance: number;
    readonly bytes: Uint8Array;
} | {
    readonly kind: 'words';
    readonly utterance: number;
    readonly words: readonly SpokenWord[];
}
 | {
    readonly kind: 'flushed';
    readonly utterance: number;
}
 | {
    readonly kind: 'done';
    readonly utterance: number;
};
export interface TtsWire extends Wire<TtsDialect> {
    readonly sampleRate: number;
    readonly accepts: 'sentences' | 'tokens';
    readonly language: string;
    readonly limit?: TextLimit | undefined;
    readonly decoder: AudioDecoderSource;
    readonly maxConcurrent: number;
    readonly maxUtterances?: number | undefined;
    readonly releaseMs?: number | undefined;
}

// src/wire/tts/textLimit.d.ts
export interface TextLimit {
    readonly max: number;
    readonly sizeOf: (text: string) => number;
}

// src/wire/tts/createHttpTts.d.ts
export declare function createHttpTts(wire: HttpTtsWire, options?: AdapterOptions): TextToSpeech;
export interface HttpTtsWire extends Omit<HttpTtsSource, 'send'> {
    readonly request: (text: string) => HttpRequest;
}

// src/wire/tts/sentenceSynthesizer.d.ts
export interface HttpTtsSource {
    readonly name: string;
    readonly model?: string | undefined;
    readonly sampleRate: number;
    readonly language: string;
    readonly limit: TextLimit;
    readonly send: (text: string) => Observable<HttpEvent>;
    readonly extractAudio?: OperatorFunction<HttpEvent, Uint8Array> | undefined;
    readonly decoder?: AudioDecoderSource | undefined;
    readonly decode?: OperatorFunction<HttpEvent, Int16Array> | undefined;
    readonly timeWords?: ((text: string) => Observable<readonly PlacedWord[]>) | undefined;
}

// src/wire/tts/createWebSocketTts.d.ts
export declare function createWebSocketTts(wire: TtsWire, options?: AdapterOptions): TextToSpeech;

// src/wire/openWebSocket.d.ts
export declare const openWebSocket: OpenSocket;
