// providers/names.d.ts
export declare const STT: SttNames;
export declare namespace STT {
    type OpenAI = OpenAiStt;
    type Azure = AzureStt;
    type Deepgram = DeepgramStt;
    type Local = LocalStt;
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
    type ProviderA = OpenAI;
    type ProviderB = Azure;
    type ProviderC = Deepgram;
    type ProviderD = ElevenLabs;
    type ProviderE = Google;
    type ProviderF = Cartesia;
    type ProviderG = Fish;
}
export declare const VAD: VadNames;
export declare namespace VAD {
    type Silero = SileroVad;
    type ProviderV = Silero;
}
export type SttConfig = OpenAiStt | AzureStt | DeepgramStt | LocalStt;
export interface SttNames {
    readonly OpenAI: (settings: OpenAiSttSettings) => OpenAiStt;
    readonly Azure: (settings: AzureSttSettings) => AzureStt;
    readonly Deepgram: (settings: DeepgramSttSettings) => DeepgramStt;
    readonly Local: (settings: LocalSttSettings) => LocalStt;
    readonly ProviderA: SttNames['OpenAI'];
    readonly ProviderB: SttNames['Azure'];
    readonly ProviderC: SttNames['Deepgram'];
}
export type TtsConfig = OpenAiTts | AzureTts | DeepgramTts | ElevenLabsTts | GoogleTts | CartesiaTts | FishTts | LocalTts;
export interface TtsNames {
    readonly OpenAI: (settings: OpenAiTtsSettings) => OpenAiTts;
    readonly Azure: (settings: AzureTtsSettings) => AzureTts;
    readonly Deepgram: (settings: DeepgramTtsSettings) => DeepgramTts;
    readonly ElevenLabs: (settings: ElevenLabsTtsSettings) => ElevenLabsTts;
    readonly Google: (settings: GoogleTtsSettings) => GoogleTts;
    readonly Cartesia: (settings: CartesiaTtsSettings) => CartesiaTts;
    readonly Fish: (settings: FishTtsSettings) => FishTts;
    readonly Local: (settings?: LocalTtsSettings) => LocalTts;
    readonly ProviderA: TtsNames['OpenAI'];
    readonly ProviderB: TtsNames['Azure'];
    readonly ProviderC: TtsNames['Deepgram'];
    readonly ProviderD: TtsNames['ElevenLabs'];
    readonly ProviderE: TtsNames['Google'];
    readonly ProviderF: TtsNames['Cartesia'];
    readonly ProviderG: TtsNames['Fish'];
}
export type VadConfig = SileroVad;
export interface VadNames {
    readonly Silero: (settings?: SileroSettings) => SileroVad;
    readonly ProviderV: VadNames['Silero'];
}

// providers/azure/settings.d.ts
export interface AzureStt extends AzureSttSettings {
    readonly provider: 'azure';
}
export interface AzureSttSettings {
    readonly api_key: string;
    readonly region: string;
    readonly sample_rate?: number | undefined;
    readonly num_channels?: number | undefined;
    readonly languages?: readonly string[] | undefined;
    readonly base_url?: string | undefined;
}
export interface AzureTts extends AzureTtsSettings {
    readonly provider: 'azure';
}
export interface AzureTtsSettings {
    readonly api_key: string;
    readonly region: string;
    readonly sample_rate?: 8000 | 16000 | 22050 | 24000 | 44100 | 48000 | undefined;
    readonly voice?: string | null | undefined;
    readonly language?: string | null | undefined;
    readonly prosody?: ProsodyConfig | null | undefined;
    readonly endpoint_id?: string | null | undefined;
    readonly base_url?: string | undefined;
}
export interface ProsodyConfig {
    readonly rate?: number | 'x-slow' | 'slow' | 'medium' | 'fast' | 'x-fast' | null | undefined;
    readonly volume?: number | 'silent' | 'x-soft' | 'soft' | 'medium' | 'loud' | 'x-loud' | null | undefined;
    readonly pitch?: 'x-low' | 'low' | 'medium' | 'high' | 'x-high' | null | undefined;
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
    readonly base_url?: string | undefined;
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
    readonly base_url?: string | undefined;
}
export interface DeepgramTts extends DeepgramTtsSettings {
    readonly provider: 'deepgram';
}
export interface DeepgramTtsSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly encoding?: 'linear16' | 'mulaw' | 'alaw' | undefined;
    readonly sample_rate?: 8000 | 16000 | 24000 | 32000 | 48000 | undefined;
    readonly base_url?: string | undefined;
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
    readonly base_url?: string | undefined;
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
    readonly base_url?: string | undefined;
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
    readonly base_url?: string | undefined;
}

// providers/local/stt/settings.d.ts
export interface LocalStt extends LocalSttSettings {
    readonly provider: 'local';
}
export interface LocalSttSettings {
    readonly grammar: string;
    readonly language?: 'en-US' | 'fr-FR' | undefined;
    readonly decoders?: number | undefined;
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
    readonly base_url?: string | undefined;
}
export interface OpenAiTts extends OpenAiTtsSettings {
    readonly provider: 'openai';
}
export interface OpenAiTtsSettings {
    readonly api_key: string;
    readonly model?: string | undefined;
    readonly voice?: string | undefined;
    readonly speed?: number | undefined;
    readonly base_url?: string | undefined;
}

// providers/silero/settings.d.ts
export interface SileroSettings {
    readonly min_speech_duration?: number | undefined;
    readonly min_silence_duration?: number | undefined;
    readonly prefix_padding_duration?: number | undefined;
    readonly max_buffered_speech?: number | undefined;
    readonly activation_threshold?: number | undefined;
    readonly sample_rate?: 8000 | 16000 | undefined;
    readonly model_path?: string | undefined;
}
export interface SileroVad extends SileroSettings {
    readonly provider: 'silero';
}

// providers/local/stt/stt.d.ts
export declare function localStt(settings: LocalSttSettings): SpeechToText;

// providers/local/tts/tts.d.ts
export declare function localTts(settings?: LocalTtsSettings, options?: LocalTtsOptions): TextToSpeech;
export interface LocalTtsOptions {
    readonly scheduler?: SchedulerLike | undefined;
}

// providers/silero/model.d.ts
export declare function silero({ sampleRate, modelPath }: SileroOptions): VadModel;
export interface SileroOptions {
    readonly sampleRate: 8000 | 16000;
    readonly modelPath?: string | undefined;
}
