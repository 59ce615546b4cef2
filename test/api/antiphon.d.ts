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

// providers/azure/settings.d.ts
export interface ProsodyConfig {
    readonly rate?: number | 'x-slow' | 'slow' | 'medium' | 'fast' | 'x-fast' | null | undefined;
    readonly volume?: number | 'silent' | 'x-soft' | 'soft' | 'medium' | 'loud' | 'x-loud' | null | undefined;
    readonly pitch?: 'x-low' | 'low' | 'medium' | 'high' | 'x-high' | null | undefined;
}

// providers/elevenlabs/settings.d.ts
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

// src/core/audio.d.ts
export interface AudioFrame {
    readonly samples: Int16Array;
    readonly sampleRate: number;
}

// src/core/chunk.d.ts
export interface ChatCompletionChunk {
    readonly id: string;
    readonly object: 'chat.completion.chunk';
    readonly created: number;
    readonly model: string;
    readonly choices: readonly ChunkChoice[];
    readonly usage?: ChunkUsage | null | undefined;
}
export interface ChunkChoice {
    readonly index: number;
    readonly delta: ChunkDelta;
    readonly finish_reason: 'stop' | 'length' | 'content_filter' | 'tool_calls' | (string & {}) | null;
}
export interface ChunkDelta {
    readonly content?: string | null | undefined;
    readonly refusal?: string | null | undefined;
    readonly role?: string | null | undefined;
    readonly tool_calls?: readonly ToolCallDelta[] | null | undefined;
}
export interface ChunkUsage {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
    readonly speech?: SpeechTokens | undefined;
}
export type HandlerStream<T> = Observable<T> | AsyncIterable<T> | PromiseLike<Observable<T> | AsyncIterable<T>>;
export interface SpeechTokens {
    readonly prompt_audio_tokens: number;
    readonly completion_audio_tokens: number;
    readonly cached_text_tokens: number;
    readonly cached_audio_tokens: number;
}
export interface ToolCallDelta {
    readonly index: number;
    readonly id?: string | undefined;
    readonly type?: 'function' | null | undefined;
    readonly function?: {
        readonly name?: string | null | undefined;
        readonly arguments?: string | undefined;
    } | undefined;
}

// src/core/checkpoint.d.ts
export interface Checkpoint {
    readonly format: 1;
    readonly session_id: string;
    readonly seq: number;
    readonly messages: readonly HistoryMessage[];
    readonly dropped_messages: number;
    readonly session_data: string;
    readonly updates: CheckpointUpdates;
    readonly unanswered: string | null;
    readonly speaking: string | null;
    readonly heard: string;
    readonly pending: PendingInput;
    readonly calls: readonly FunctionCall[];
    readonly background?: readonly RunningBackgroundCall[] | undefined;
}
export interface CheckpointUpdates {
    readonly count: number;
    readonly instructions?: string | undefined;
    readonly functions?: readonly string[] | undefined;
    readonly tts?: Readonly<Record<string, unknown>> | null | undefined;
    readonly stt?: Readonly<Record<string, unknown>> | null | undefined;
    readonly settings?: Readonly<Record<string, unknown>> | undefined;
    readonly language?: string | undefined;
    readonly agent?: string | undefined;
}
export interface PendingInput {
    readonly texts: number;
    readonly speech: boolean;
}
export interface RunningBackgroundCall extends FunctionCall {
    readonly policy: ResultPolicy;
}

// src/core/digit.d.ts
export declare const DIGITS: readonly ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'];
export type Digit = (typeof DIGITS)[number];

// src/core/errors.d.ts
export declare class AntiphonError extends Error {
    readonly name: string;
    readonly code: ErrorCode;
    readonly details: Readonly<Omit<AntiphonErrorDetails, 'cause'>>;
    constructor(code: ErrorCode, message: string, { cause, ...details }?: AntiphonErrorDetails);
}
export declare const ERROR_CODES: {
    readonly config_invalid: 'The session config breaks a rule; `issues` lists each path with the expected and the actual value.';
    readonly message_unusual: 'A message of `initial_messages` breaks a rule of chat models; `path` names the field. The session starts with it.';
    readonly config_timeout: '`configure_session`, or a check of the settings that it returned, did not settle within 10 s.';
    readonly config_failed: '`configure_session` threw or rejected, or something it started threw later.';
    readonly provider_unavailable: 'An optional package that the config needs is not installed; the message says which, and how to install it.';
    readonly provider_failed: 'A speech provider failed; `provider` names it.';
    readonly provider_refused: 'A speech provider refused the key, a permission, the credit or the request. The session does not retry; `status` is the HTTP status, if there was one.';
    readonly model_missing: 'A model that the config names is not on this machine; the message has the command that downloads it, or the closest names.';
    readonly model_pull_failed: 'A model could not be downloaded, unpacked or checked; the message says why.';
    readonly package_file_missing: 'A file of this package is not next to its code, for example because the code was bundled: keep the package out of bundles.';
    readonly setting_unsupported: 'The provider ignores a setting, or honours only part of it; `path` names it. The session continues.';
    readonly model_ends: 'The vendor discontinues the configured model within 90 days or has already done so; the message names the date and the replacement. `path` names the setting.';
    readonly provider_warning: 'A speech provider sent a warning; the session continues.';
    readonly provider_fallback: 'A provider of `STT.Fallback` or `TTS.Fallback` failed, and the next one continues; `provider` names the one that failed.';
    readonly stt_timeout: 'The recogniser did not answer within its final timeout; the turn continues with the words so far.';
    readonly tts_timeout: 'The TTS provider sent no audio in time (5 s for the first, 3 s between).';
    readonly turn_model_failed: 'The turn model failed, or did not answer in time; `provider` names it. The turn ends by silence, as without a model.';
    readonly vad_failed: 'Voice activity detection failed; the session ends.';
    readonly vad_overloaded: 'Voice activity detection is too slow for its audio; the session ends.';
    readonly handler_failed: '`llm_response_handler` or its stream threw or rejected.';
    readonly handler_timeout: '`llm_response_handler` emitted no chunk in time (10 s for the first, 5 s between).';
    readonly chunk_invalid: 'A chunk cannot be understood; `path` names the field. The reply ends as failed.';
    readonly chunk_unusual: 'A chunk deviates from the format as some services are known to do; the reply continues.';
    readonly limit_exceeded: 'The stream of a handler, or a text of `say()`, exceeds a limit of the session; `path` names it. Only that reply fails.';
    readonly update_invalid: '`session.update()` breaks a rule; `issues` lists each path with the expected and the actual value. Nothing changes.';
    readonly digits_failed: '`on_digits` threw, rejected, returned an invalid value, or took longer than 10 s: the key presses are ignored.';
    readonly user_away_failed: '`on_user_away` threw, rejected, returned an invalid value, or took longer than 10 s: nothing is said.';
    readonly filler_failed: 'The function `filler` threw, rejected, returned an invalid value, or took longer than 10 s: nothing is said while the user waits for the answer.';
    readonly line_action_failed: 'The line could not send keys, transfer or hang up, or took longer than 10 s; the session continues. `path` names the action.';
    readonly line_action_unsupported: 'The line of the session cannot send keys, transfer or hang up; `path` names the action.';
    readonly teardown_failed: 'A handler or a function threw or rejected while it was being cancelled. It is cancelled anyway.';
    readonly reply_truncated: 'The model stopped at its length limit or its content filter.';
    readonly function_failed: 'A function threw, rejected or timed out, or the model called an unknown function or passed invalid arguments.';
    readonly function_late: 'A function returned after its call already had a result, such as a timeout; its return value is dropped.';
    readonly function_rounds_exceeded: 'The model called functions after the last permitted round.';
    readonly event_handler_failed: 'An event handler threw or rejected, or something it started did; `path` names it.';
    readonly empty_reply: 'A reply completed with nothing that a voice can say.';
    readonly slow_reply: 'A reply has run for 8 s without a sound; `phase` names what it waits for.';
    readonly empty_turn: 'Speech ended without words; there is no turn.';
    readonly speech_not_understood: 'The built-in recogniser found no sentence of its grammar in the speech, and emits nothing. Coughs are not reported.';
    readonly late_transcript: 'A final arrived after the turn had been committed with an interim in its place; it was dropped.';
    readonly words_missing: 'The speech model did not return the words of a turn within 5 s of the message that follows; the history has no message for them.';
    readonly noise: 'A segment had no new word for too long; it no longer holds the agent back.';
    readonly echo: "The agent's own words came back as the user's speech and were ignored.";
    readonly speech_truncated: '`max_buffered_speech` was reached; further audio of the segment is not transcribed.';
    readonly end_timeout: 'A session did not end by its deadline. The rest of the speech was cut (`phase` speech), or what was still pending was dropped (`phase` now).';
    readonly text_not_exact: 'The speech model was asked to say a text of the application, and may have said other words. With `tts` beside the model, the text is exact.';
    readonly interrupt_refused: '`session.interrupt()` was called while interruptions are not allowed.';
    readonly client_silent: 'The client stopped reporting what it plays; it counts as disconnected.';
    readonly checkpoint_failed: 'No checkpoint could be taken: it would be too large, or JSON can no longer represent `session_data`. The session continues.';
    readonly checkpoint_invalid: 'The value of `resumeFrom` is not a checkpoint of this version.';
    readonly splice_failed: 'A splice threw or completed early; `path` names its edge. It stays in the graph; at most the value on which it threw is lost.';
    readonly stage_failed: 'Your stage threw or completed early; `path` names it. The session ends, unless the error came from a subscription within the stage.';
    readonly tap_failed: 'A subscriber to a stream of the session threw; `path` names the stream. The session continues.';
    readonly port_failed: 'Your port threw after it had returned; `path` names it. The session continues.';
    readonly part_stalled: 'A stage or splice does not emit what the session is waiting for; `path` names it. The session continues without it.';
    readonly recording_failed: 'A recording has gaps or could not be written; the session continues.';
    readonly recording_invalid: 'A file is not a recording, is damaged, or has another format version; `path` names the file and the line.';
    readonly telemetry_failed: 'OpenTelemetry failed, or `redact` did: the trace may have gaps and contains no further texts. The session continues.';
    readonly directory_unavailable: 'The engine of the session directory does not answer, so the owner of a session is unknown.';
    readonly agent_unknown: 'A what-if run needs an agent that was not passed to it; the message contains its name, the names of the available agents, and the place in the recording.';
    readonly answer_missing: 'An eval has no recorded answer to this question; the message says how to record one.';
    readonly cassette_invalid: 'A file of recorded answers of an eval cannot be read, or was edited.';
    readonly judge_failed: 'The judge of an eval failed, took too long, or gave no verdict.';
    readonly persona_failed: 'The model that plays the user of an eval failed, took too long, or returned no text that can be spoken.';
    readonly usage_invalid: 'A function of this library was called with invalid arguments, or at the wrong time.';
    readonly internal: 'An internal error of the library.';
};
export interface AntiphonErrorDetails {
    readonly failure?: boolean | undefined;
    readonly provider?: string | undefined;
    readonly status?: number | undefined;
    readonly path?: string | undefined;
    readonly phase?: string | undefined;
    readonly turn?: number | undefined;
    readonly segment?: number | undefined;
    readonly issues?: readonly Issue[] | undefined;
    readonly cause?: unknown;
}
export type ErrorCode = keyof typeof ERROR_CODES;
export interface Issue {
    readonly path: string;
    readonly expected: string;
    readonly got: string;
}

// src/core/extraFields.d.ts
export interface ExtraFields {
    readonly message?: Readonly<Record<string, unknown>> | undefined;
    readonly calls?: readonly ExtraOfCall[] | undefined;
}
export interface ExtraOfCall {
    readonly tool_call_id: string;
    readonly fields: Readonly<Record<string, unknown>>;
}

// src/core/message.d.ts
export interface AssistantChatMessage {
    role: 'assistant';
    content: string;
    name?: string;
    tool_calls?: FunctionCall[];
}
export type ChatMessage = SystemChatMessage | UserChatMessage | AssistantChatMessage | ToolChatMessage;
export interface FunctionCall {
    id: string;
    type: 'function';
    function: {
        name: string;
        arguments: string;
    };
}
export interface FunctionResult {
    readonly tool_call_id: string;
    readonly role: 'tool';
    readonly content: string;
    readonly function: {
        readonly name: string;
        readonly arguments: string;
    };
}
export interface HistoryMessage extends Message {
    readonly name: string | null;
    readonly tool_call_id: string | null;
}
export interface Message {
    readonly content: string;
    readonly role: 'system' | 'user' | 'assistant' | 'tool';
    readonly name?: string | null | undefined;
    readonly tool_call_id?: string | null | undefined;
    readonly tool_calls?: readonly FunctionCall[] | undefined;
}
export interface AddedMessage {
    readonly role: 'system' | 'assistant';
    readonly content: string;
}
export interface MessageInput {
    readonly content: string | null;
    readonly role: 'system' | 'user' | 'assistant' | 'tool';
    readonly name?: string | null | undefined;
    readonly tool_call_id?: string | null | undefined;
    readonly tool_calls?: readonly FunctionCall[] | undefined;
    readonly function?: FunctionCall['function'] | undefined;
}
export interface SystemChatMessage {
    role: 'system';
    content: string;
    name?: string;
}
export interface Tool {
    type: 'function';
    function: {
        name: string;
        description?: string;
        parameters: Record<string, unknown>;
    };
}
export interface ToolChatMessage {
    role: 'tool';
    content: string;
    tool_call_id: string;
}
export interface UserChatMessage {
    role: 'user';
    content: string;
    name?: string;
}

// src/core/metric.d.ts
export declare const METRIC_PARTS: readonly ['silence', 'vad', 'endpointing', 'stt', 'floor', 'handler', 'functions', 'sentence', 'tts', 'held', 'transport'];
export interface Metric {
    readonly turn: number;
    readonly heard: boolean;
    readonly totalMs: number;
    readonly parts: Readonly<Record<MetricPart, number>>;
    readonly usage: ChunkUsage | null;
    readonly functionSilenceMs?: number | undefined;
    readonly preemptive?: PreemptiveMetric | undefined;
}
export type MetricPart = (typeof METRIC_PARTS)[number];
export interface PreemptiveMetric {
    readonly gainedMs: number;
    readonly discarded: number;
    readonly discardedChunks: number;
    readonly discardedCharacters: number;
    readonly discardedTokens?: ChunkUsage | undefined;
    readonly tts?: PreemptiveTtsMetric | undefined;
}
export interface PreemptiveTtsMetric {
    readonly gainedMs: number;
    readonly discardedCharacters: number;
}

// src/core/phrases/createPhrases.d.ts
export declare function createPhrases(options?: PhrasesOptions): Phrases;
export type PhraseChoice = 'default' | readonly string[];
export interface Phrases {
    isBackchannel(text: string): boolean;
    mayBecomeBackchannel(text: string): boolean;
    isGreeting(text: string): boolean;
    isInterruptPhrase(text: string): boolean;
    beginsWithInterruptPhrase(text: string): boolean;
    isRemark(text: string, isAnswer: boolean): boolean;
    beginsRemark(text: string, isAnswer: boolean): boolean;
    isCorrection(text: string): boolean;
}
export interface PhrasesOptions {
    readonly backchannels?: PhraseChoice | undefined;
    readonly interruptPhrases?: PhraseChoice | undefined;
    readonly remarks?: PhraseChoice | undefined;
    readonly languages?: readonly string[] | undefined;
}

// src/core/phrases/lists.d.ts
export declare const backchannels: PhraseLists;
export declare const checks: PhraseLists;
export declare const interruptPhrases: PhraseLists;
export declare const patience: PhraseLists;
export type PhraseLists = Readonly<Record<PhraseLanguage, readonly string[]>>;

// src/core/languages/language.d.ts
export type PhraseLanguage = 'ar' | 'de' | 'en' | 'es' | 'fr' | 'hi' | 'it' | 'ja' | 'ko' | 'nl' | 'pl' | 'pt' | 'sv' | 'tr' | 'zh';

// src/core/playout.d.ts
export type HeardBy = 'reported' | 'marked' | 'paced';
export type PlayoutCommand = {
    readonly kind: 'start';
    readonly utterance: string;
    readonly sampleRate: number;
} | {
    readonly kind: 'audio';
    readonly utterance: string;
    readonly frame: AudioFrame;
}
 | {
    readonly kind: 'end';
    readonly utterance: string;
    readonly samples: number;
}
 | {
    readonly kind: 'clear';
    readonly utterance: string;
};
export type PlayoutEvent = 
{
    readonly kind: 'sent';
    readonly utterance: string;
    readonly samples: number;
}
 | {
    readonly kind: 'started';
    readonly utterance: string;
    readonly lateMs?: number | undefined;
} | {
    readonly kind: 'played';
    readonly utterance: string;
    readonly samples: number;
}
 | {
    readonly kind: 'stopped';
    readonly utterance: string;
    readonly samples: number;
    readonly heard: string;
    readonly whole: boolean;
    readonly sinceQuestionMs?: number | undefined;
    readonly by: 'timings' | 'estimate';
    readonly heardBy: HeardBy;
};
export interface PlayoutReport {
    readonly kind: 'started' | 'position' | 'finished' | 'cleared';
    readonly utterance: string;
    readonly playedSamples: number;
    readonly outputLatencyMs?: number | undefined;
}

// src/core/ports.d.ts
export interface LineActions {
    sendDigits?(digits: string, signal: AbortSignal): PromiseLike<unknown>;
    transfer?(target: string, signal: AbortSignal): PromiseLike<unknown>;
    hangUp?(signal: AbortSignal): PromiseLike<unknown>;
}
export type ProviderProgress = (ServedEvent & {
    readonly port: 'stt' | 'tts';
}) | (UsedEvent & {
    readonly port: 'stt';
    readonly seconds: number;
}) | (UsedEvent & {
    readonly port: 'tts';
    readonly characters: number;
});
export interface ServedEvent {
    readonly kind: 'served';
    readonly provider: string;
    readonly model?: string | undefined;
}
export interface SessionIo {
    readonly audioIn: Observable<AudioFrame>;
    readonly textIn?: Observable<string> | undefined;
    readonly digits?: Observable<Digit> | undefined;
    readonly muted?: Observable<boolean> | undefined;
    readonly turns?: Observable<TurnCommand> | undefined;
    readonly connected?: Observable<boolean> | undefined;
    readonly outputSampleRate?: number | undefined;
    readonly outputFrameMs?: number | undefined;
    readonly outputLeadMs?: number | undefined;
    readonly reportsStarts?: boolean | undefined;
    readonly heard?: HeardBy | undefined;
    readonly actions?: LineActions | undefined;
    readonly line?: SessionLine | undefined;
    playout(commands: Observable<PlayoutCommand>): Observable<PlayoutReport>;
}
export interface SessionLine {
    readonly protocol: string;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
}
export interface SpeechToText {
    readonly name: string;
    readonly model?: string | undefined;
    readonly sampleRate: number;
    readonly finalTimeoutMs: number;
    readonly interims: boolean;
    readonly delaysInterims?: boolean | undefined;
    readonly turns?: boolean | undefined;
    transcribe(speech: Observable<SttInput>, wanted?: SttWanted): Observable<SttEvent>;
}
export type SttEvent = ({
    readonly kind: 'interim';
    readonly segment: number;
    readonly text: string;
} & TranscriptDetails) | ({
    readonly kind: 'final';
    readonly segment: number;
    readonly text: string;
    readonly last?: boolean | undefined;
    readonly provisional?: boolean | undefined;
} & TranscriptDetails) | {
    readonly kind: 'empty';
    readonly segment: number;
} | ({
    readonly kind: 'turn';
} & SttTurn) | {
    readonly kind: 'failed';
    readonly segment: number;
    readonly error: unknown;
}
 | {
    readonly kind: 'report';
    readonly segment?: undefined;
    readonly error: unknown;
} | (ServedEvent & {
    readonly segment?: undefined;
})
 | (UsedEvent & {
    readonly segment?: undefined;
    readonly seconds: number;
});
export type SttInput = {
    readonly kind: 'start';
    readonly segment: number;
} | {
    readonly kind: 'audio';
    readonly segment: number;
    readonly frame: AudioFrame;
}
 | {
    readonly kind: 'flush';
    readonly segment: number;
} | {
    readonly kind: 'end';
    readonly segment: number;
    readonly over?: boolean | undefined;
};
export interface SttTurn {
    readonly segment: number;
    readonly state: RecogniserTurnState;
    readonly confidence?: number | undefined;
    readonly atMs?: number | undefined;
}
export interface SttWanted {
    readonly turns?: boolean | undefined;
}
export interface TextToSpeech {
    readonly name: string;
    readonly model?: string | undefined;
    readonly sampleRate: number;
    readonly accepts: 'sentences' | 'tokens';
    readonly language: string;
    synthesize(text: Observable<string>, complete?: Observable<void>): Observable<TtsEvent>;
    keepWarm?(): Observable<AntiphonError>;
}
export type TtsEvent = {
    readonly kind: 'audio';
    readonly frame: AudioFrame;
} | {
    readonly kind: 'words';
    readonly words: readonly WordTiming[];
}
 | {
    readonly kind: 'mark';
    readonly chars: number;
}
 | {
    readonly kind: 'report';
    readonly error: unknown;
} | ServedEvent
 | (UsedEvent & {
    readonly characters: number;
});
export interface UsedEvent {
    readonly kind: 'used';
    readonly provider: string;
    readonly model?: string | undefined;
}
export interface VadModel {
    readonly sampleRate: 8000 | 16000;
    readonly windowSamples: number;
    readonly keepsWindows?: boolean | undefined;
    score(windows: Observable<Int16Array>): Observable<number>;
}

// src/core/speechToSpeech.d.ts
export interface ConverseOptions {
    readonly history: () => readonly ChatMessage[];
    readonly tools: () => readonly Tool[];
    readonly words: boolean;
}
export type SpeechModelEvent = 
{
    readonly kind: 'ready';
}
 | {
    readonly kind: 'words';
    readonly turn: number;
    readonly text: string;
    readonly final: boolean;
}
 | {
    readonly kind: 'words_failed';
    readonly turn: number;
    readonly error: unknown;
} | {
    readonly kind: 'started';
    readonly turn: number;
}
 | {
    readonly kind: 'text';
    readonly turn: number;
    readonly item: string;
    readonly delta: string;
} | {
    readonly kind: 'audio';
    readonly turn: number;
    readonly item: string;
    readonly frame: AudioFrame;
}
 | {
    readonly kind: 'timings';
    readonly turn: number;
    readonly item: string;
    readonly words: readonly WordTiming[];
}
 | {
    readonly kind: 'item_ended';
    readonly turn: number;
    readonly item: string;
}
 | {
    readonly kind: 'ended';
    readonly turn: number;
    readonly calls: readonly FunctionCall[];
    readonly stoppedBy?: 'length' | 'content_filter' | undefined;
    readonly error?: unknown;
}
 | {
    readonly kind: 'usage';
    readonly turn: number;
    readonly usage: SpeechModelUsage;
}
 | {
    readonly kind: 'report';
    readonly error: unknown;
};
export type SpeechModelInput = {
    readonly kind: 'audio';
    readonly frame: AudioFrame;
}
 | {
    readonly kind: 'clear';
}
 | {
    readonly kind: 'commit';
    readonly turn: number;
}
 | {
    readonly kind: 'add';
    readonly messages: readonly ChatMessage[];
}
 | {
    readonly kind: 'respond';
    readonly turn: number;
    readonly instructions?: string | undefined;
    readonly tool_choice?: ToolChoice | undefined;
}
 | {
    readonly kind: 'say';
    readonly turn: number;
    readonly text: string;
}
 | {
    readonly kind: 'cancel';
    readonly turn: number;
}
 | {
    readonly kind: 'truncate';
    readonly item: string;
    readonly samples: number;
}
 | {
    readonly kind: 'update';
};
export interface SpeechModelUsage {
    readonly inputTextTokens: number;
    readonly inputAudioTokens: number;
    readonly cachedTextTokens: number;
    readonly cachedAudioTokens: number;
    readonly outputTextTokens: number;
    readonly outputAudioTokens: number;
}
export interface SpeechToSpeech {
    readonly name: string;
    readonly model: string;
    readonly sampleRate: number;
    readonly output: 'audio' | 'text';
    converse(input: Observable<SpeechModelInput>, options: ConverseOptions): Observable<SpeechModelEvent>;
}

// src/core/speech.d.ts
export interface EagerEnd {
    readonly kind: 'eager_end' | 'resumed';
}
export interface Interruption {
    readonly segment: number;
    readonly voicedMs: number;
    readonly words: number;
}
export interface RecogniserTurn {
    readonly segment: number;
    readonly state: RecogniserTurnState;
    readonly confidence?: number | undefined;
    readonly atMs?: number | undefined;
}
export type RecogniserTurnState = 'update' | 'eager_end' | 'resumed' | 'end';
export interface ReplyRequest {
    readonly instructions?: string | undefined;
    readonly text?: string | undefined;
    readonly tool_choice?: ToolChoice | undefined;
    readonly allow_interruptions?: boolean | undefined;
}
export interface Settlement {
    readonly kind: 'settled';
    readonly segment: number;
    readonly by: 'final' | 'empty' | 'failed' | 'timeout' | 'noise' | 'audio';
}
export type ToolChoice = 'auto' | 'none' | 'required' | {
    readonly type: 'function';
    readonly function: {
        readonly name: string;
    };
};
export interface Transcript extends TranscriptDetails {
    readonly kind: 'interim' | 'final';
    readonly segment: number;
    readonly text: string;
}
export interface TranscriptDetails {
    readonly words?: readonly TranscriptWord[] | undefined;
    readonly confidence?: number | undefined;
    readonly language?: string | undefined;
    readonly speaker?: string | undefined;
}
export interface TranscriptWord {
    readonly text: string;
    readonly startMs: number;
    readonly endMs: number;
    readonly confidence?: number | undefined;
    readonly language?: string | undefined;
    readonly speaker?: string | undefined;
}
export interface TurnInput {
    readonly segments: readonly number[];
    readonly typed: string;
    readonly owesWords: boolean;
}
export interface UserTurn {
    readonly turn: number;
    readonly text: string;
    readonly request?: ReplyRequest | undefined;
    readonly handedOver?: true | undefined;
    readonly withoutFunctions?: true | undefined;
    readonly input?: TurnInput | undefined;
}
export type VadEvent = {
    readonly kind: 'started';
    readonly segment: number;
    readonly atMs: number;
    readonly voicedMs: number;
    readonly lastVoicedMs: number;
    readonly audio: readonly AudioFrame[];
} | {
    readonly kind: 'window';
    readonly segment: number;
    readonly atMs: number;
    readonly voiced: boolean;
    readonly voicedMs: number;
    readonly lastVoicedMs: number;
    readonly audio: readonly AudioFrame[];
}
 | {
    readonly kind: 'truncated';
    readonly segment: number;
    readonly atMs: number;
} | {
    readonly kind: 'ended';
    readonly segment: number;
    readonly atMs: number;
    readonly voicedMs: number;
    readonly lastVoicedMs: number;
    readonly by: 'silence' | 'stall' | 'mute' | 'turn' | 'commit' | 'clear';
};

// src/core/turn.d.ts
export interface BackgroundCall {
    readonly tool_call_id: string;
    readonly policy: ResultPolicy;
}
export type BackgroundNews = {
    readonly kind: 'progress';
    readonly say?: string | undefined;
} | {
    readonly kind: 'final';
    readonly policy: ResultPolicy;
};
export interface DiscardedAnswer {
    readonly chunks: number;
    readonly characters: number;
    readonly model: string | undefined;
    readonly usage: ChunkUsage | null;
}
export type DraftText = {
    readonly turn: number;
} & ({
    readonly kind: 'text';
    readonly delta: string;
} | {
    readonly kind: 'complete' | 'discarded';
});
export type EndReason = 'complete' | 'interrupted' | 'superseded' | 'failed';
export interface FunctionCalls {
    readonly turn: number;
    readonly round: number;
    readonly calls: readonly FunctionCall[];
    readonly notExecuted?: string | undefined;
    readonly wordsWait?: boolean | undefined;
    readonly last?: boolean | undefined;
    readonly filler?: string | undefined;
    readonly extra?: ExtraFields | undefined;
}
export interface FunctionResults {
    readonly turn: number;
    readonly round: number;
    readonly results: readonly FunctionResult[];
    readonly acknowledged?: readonly BackgroundCall[] | undefined;
    readonly background?: BackgroundNews | undefined;
}
export type ResultPolicy = 'when_idle' | 'interrupt' | 'silent';
export type RoundProgress = {
    readonly turn: number;
    readonly round: number;
} & ({
    readonly kind: 'called';
}
 | {
    readonly kind: 'chunk';
    readonly model?: string | undefined;
}
 | {
    readonly kind: 'usage';
    readonly usage: ChunkUsage;
}
 | {
    readonly kind: 'kept';
    readonly gainedMs: number;
}
 | {
    readonly kind: 'apart';
    readonly model: string;
    readonly usage: ChunkUsage;
}
 | ({
    readonly kind: 'discarded';
} & DiscardedAnswer));
export type SpeechEvent = {
    readonly kind: 'started';
    readonly turn: number;
    readonly utterance: string;
    readonly repeatedChars?: number | undefined;
}
 | {
    readonly kind: 'text';
    readonly utterance: string;
    readonly text: string;
    readonly spoken?: readonly SpokenSpan[] | undefined;
    readonly filler?: true | undefined;
} | {
    readonly kind: 'audio';
    readonly utterance: string;
    readonly frame: AudioFrame;
} | {
    readonly kind: 'words';
    readonly utterance: string;
    readonly words: readonly WordTiming[];
}
 | {
    readonly kind: 'mark';
    readonly utterance: string;
    readonly chars: number;
}
 | {
    readonly kind: 'ended';
    readonly utterance: string;
    readonly reason: EndReason;
};
export type SpeechProgress = {
    readonly turn: number;
} & ({
    readonly kind: 'prepared';
    readonly gainedMs: number;
} | {
    readonly kind: 'unspoken';
    readonly text: string;
    readonly filler?: true | undefined;
});
export type TurnEvent = {
    readonly kind: 'started';
    readonly turn: number;
} | {
    readonly kind: 'text';
    readonly turn: number;
    readonly round: number;
    readonly delta: string;
    readonly filler?: true | undefined;
}
 | ({
    readonly kind: 'round';
} & FunctionCalls) | {
    readonly kind: 'ended';
    readonly turn: number;
    readonly reason: EndReason;
};
export interface WordTiming {
    readonly from: number;
    readonly to: number;
    readonly startMs: number;
    readonly endMs: number;
}

// src/core/usage.d.ts
export declare const WASTE_REASONS: readonly ['superseded', 'interrupted', 'failed'];
export interface Cost {
    readonly currency: string;
    readonly amount: string;
    readonly complete: boolean;
}
export interface FirstByte {
    readonly kind: 'stt' | 'llm' | 'tts';
    readonly provider: string | null;
    readonly ms: number;
}
export interface LlmUsage {
    readonly model: string | null;
    readonly calls: number;
    readonly unreportedCalls: number;
    readonly tokens: ChunkUsage;
    readonly wasted: Readonly<Record<WasteReason, ChunkUsage>>;
    readonly cost?: string | undefined;
}
export interface SttUsage {
    readonly provider: string;
    readonly model: string | null;
    readonly seconds: number;
    readonly cost?: string | undefined;
}
export interface TtsUsage {
    readonly provider: string;
    readonly model: string | null;
    readonly characters: number;
    readonly heardCharacters: number;
    readonly cost?: string | undefined;
}
export interface Usage {
    readonly stt: readonly SttUsage[];
    readonly tts: readonly TtsUsage[];
    readonly llm: readonly LlmUsage[];
    readonly cost?: Cost | undefined;
}
export type WasteReason = (typeof WASTE_REASONS)[number];

// src/session/usage/decimal.d.ts
export type Decimal = string | number;

// src/session/usage/prices.d.ts
export interface Prices {
    readonly currency: string;
    readonly stt?: ProviderPrices | undefined;
    readonly tts?: ProviderPrices | undefined;
    readonly llm?: Readonly<Record<string, TokenPrice>> | undefined;
}
export type ProviderPrices = Readonly<Record<string, Readonly<Record<string, UnitPrice>>>>;
export interface TokenPrice {
    readonly prompt: Decimal;
    readonly completion: Decimal;
    readonly prompt_audio?: Decimal | undefined;
    readonly completion_audio?: Decimal | undefined;
    readonly cached?: Decimal | undefined;
    readonly cached_audio?: Decimal | undefined;
    readonly per?: number | undefined;
}
export interface UnitPrice {
    readonly price: Decimal;
    readonly per?: number | undefined;
}

// src/fallback/createSttFallback.d.ts
export declare function createSttFallback(ports: readonly SpeechToText[], options?: FallbackOptions): SpeechToText;

// src/fallback/createTtsFallback.d.ts
export declare function createTtsFallback(ports: readonly TextToSpeech[], options?: TtsFallbackOptions): TextToSpeech;
export interface TtsFallbackOptions extends FallbackOptions {
    readonly stallMs?: number | undefined;
}

// src/fallback/members.d.ts
export interface FallbackOptions {
    readonly timeoutMs?: number | undefined;
    readonly retryAfterMs?: number | undefined;
    readonly hedge?: true | Hedge | undefined;
    readonly keys?: readonly string[] | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}
export interface Hedge {
    readonly afterMs: number;
}

// src/session/agentCode/handoff.d.ts
export declare function handoff<SessionData extends object>(agent: Agent<SessionData>, ...[options]: object extends SessionData ? [options?: HandoffOptions<SessionData>] : [options: HandoffOptions<SessionData> & {
    readonly session_data: SessionData;
}]): Handoff;
export declare class Handoff {
    readonly agent: Agent;
    readonly name: string;
    readonly options: HandoffOptions;
    constructor(agent: Agent, name: string, options: HandoffOptions);
}
export type HandoffHistory = {
    readonly history?: 'all' | 'none' | undefined;
}
 | {
    readonly history: 'summary';
    readonly summarize: Summarize;
};
export type HandoffOptions<SessionData extends object = object> = HandoffHistory & {
    readonly session_data?: SessionData | undefined;
    readonly result?: string | undefined;
};
export type Summarize = (messages: readonly ChatMessage[], context: {
    readonly signal: AbortSignal;
}) => string | PromiseLike<string>;

// src/session/agent.d.ts
export declare function defineAgent<SessionData extends object>(agent: Agent<SessionData> | TranscribingAgent<SessionData> | SpeechModelAgent<SessionData>): Agent<SessionData>;
export declare function defineFunction<Parameters extends z.ZodType, SessionData = never>(definition: FunctionDefinition<Parameters, SessionData>): AgentFunction<SessionData>;
export interface Agent<SessionData extends object = object> extends EventHandlers<NoInfer<SessionData>> {
    configure_session(input: ConfigureSessionInput): SessionConfig<SessionData> | PromiseLike<SessionConfig<SessionData>>;
    llm_response_handler(input: LLMResponseHandlerInput<NoInfer<SessionData>>): HandlerStream<ChatCompletionChunk>;
    functions?: Readonly<Record<string, AgentFunction<NoInfer<SessionData>>>> | undefined;
    readonly name?: string | undefined;
    readonly agents?: readonly Pick<Agent<never>, 'name'>[] | undefined;
    on_digits?: ((input: OnDigitsInput<NoInfer<SessionData>>) => unknown) | undefined;
    on_user_away?: ((input: OnUserAwayInput<NoInfer<SessionData>>) => unknown) | undefined;
    on_session_resumed?: ((input: OnSessionResumedInput<NoInfer<SessionData>>) => unknown) | undefined;
}
export interface ConfigureSessionInput<CustomData = Record<string, unknown>> {
    readonly custom_data: CustomData;
    readonly signal: AbortSignal;
    readonly resumed?: true | undefined;
    readonly handoff?: {
        readonly from: string | undefined;
        readonly session_data: object;
    } | undefined;
}
export interface FunctionDefinition<Parameters extends z.ZodType, SessionData> {
    readonly description: string;
    readonly parameters: Parameters;
    readonly uninterruptible?: boolean | undefined;
    readonly interruptible?: boolean | undefined;
    readonly timeout?: number | undefined;
    readonly background?: boolean | Partial<Background> | undefined;
    readonly filler?: string | undefined;
    execute(args: z.output<Parameters>, context: FunctionContext<SessionData>): unknown;
}
export interface LLMResponseHandlerInput<SessionData = object> {
    readonly messages: ChatMessage[];
    readonly session_data: SessionData;
    readonly signal: AbortSignal;
    readonly tools: Tool[] | undefined;
    readonly tool_choice?: ToolChoice | undefined;
    readonly speculative?: true | undefined;
    readonly session: SessionControl;
}
export interface OnDigitsInput<SessionData = object> {
    readonly digits: string;
    readonly session_data: SessionData;
    readonly signal: AbortSignal;
    readonly session: SessionControl;
}
export interface OnUserAwayInput<SessionData = object> {
    readonly times: number;
    readonly messages: ChatMessage[];
    readonly session_data: SessionData;
    readonly signal: AbortSignal;
    readonly session: SessionControl;
}
export interface OnSessionResumedInput<SessionData = object> {
    readonly session_data: SessionData;
    readonly unanswered: string | null;
    readonly speaking: string | null;
    readonly heard: string;
    readonly interrupted_calls: readonly FunctionResult[];
    readonly dropped_messages: number;
    readonly lost_updates: readonly ('functions' | 'tts' | 'stt' | 'agent' | 'filler')[];
    readonly session: SessionControl;
}
export interface SpeechModelAgent<SessionData extends object = object> extends Omit<Agent<SessionData>, 'configure_session' | 'llm_response_handler'> {
    configure_session(input: ConfigureSessionInput): SpeechModelSessionConfig<SessionData> | PromiseLike<SpeechModelSessionConfig<SessionData>>;
    llm_response_handler?: undefined;
}
export type SpeechModelSessionConfig<SessionData extends object = object> = SessionConfig<SessionData> & {
    readonly model: SpeechModelConfig;
};
export interface TranscribingAgent<SessionData extends object = object> extends Omit<Agent<SessionData>, 'configure_session' | 'llm_response_handler'> {
    configure_session(input: ConfigureSessionInput): TranscribingConfig<SessionData> | PromiseLike<TranscribingConfig<SessionData>>;
    llm_response_handler?: undefined;
}
export type TranscribingConfig<SessionData extends object = object> = SessionConfig<SessionData> & {
    readonly transcription_only: true;
};

// src/session/config/background.d.ts
export interface Background {
    readonly result: ResultPolicy;
    readonly duplicates: DuplicatePolicy;
    readonly cancel: boolean;
}
export type DuplicatePolicy = 'refuse' | 'replace' | 'allow';

// src/session/sessionControl.d.ts
export interface AgentFunction<SessionData> {
    readonly description: string;
    readonly parameters: z.ZodType;
    readonly json_schema: Record<string, unknown>;
    readonly uninterruptible: boolean;
    readonly interruptible?: boolean | undefined;
    readonly timeout: number;
    readonly filler?: string | undefined;
    readonly background?: Background | undefined;
    execute(args: never, context: FunctionContext<SessionData>): unknown;
}
export type ChangedFunctions = Readonly<Record<string, AgentFunction<never>>>;
export interface FunctionContext<SessionData> {
    readonly session_data: SessionData;
    readonly signal: AbortSignal;
    readonly tool_call_id: string;
    acknowledge(text: string): void;
    progress(text: string, options?: {
        readonly say?: boolean | string | undefined;
    }): void;
    readonly session: SessionControl;
}
export interface LineActionOptions {
    readonly after?: 'speech' | 'now' | undefined;
}
export interface SessionControl {
    readonly id: string;
    say(text: string): void;
    interrupt(): void;
    respond(request?: ReplyRequest): void;
    addMessages(messages: readonly AddedMessage[]): void;
    cancel(tool_call_id: string): void;
    update(changes: SessionUpdate): void;
    end(options?: {
        readonly after?: 'speech' | 'now' | undefined;
    }): void;
    sendDigits(digits: string): Promise<void>;
    transfer(target: string, options?: LineActionOptions): Promise<void>;
    hangUp(options?: LineActionOptions): Promise<void>;
}
export interface SessionUpdate extends ChangedSettings {
    readonly instructions?: string | undefined;
    readonly functions?: ChangedFunctions | undefined;
    readonly tts?: TtsConfig | TextToSpeech | null | undefined;
    readonly stt?: SttConfig | SpeechToText | null | undefined;
    readonly language?: string | undefined;
}
export type ChangeableSetting = 'vad' | 'allow_interruptions' | 'interrupt_time_threshold' | 'interrupt_word_threshold' | 'min_endpointing_delay' | 'turn_detection' | 'max_nested_function_calls' | 'resume_after_false_interruption' | 'backchannels' | 'interrupt_phrases' | 'remarks' | 'hidden_tags' | 'filler' | 'filler_delay' | 'on_failure_message' | 'user_away_timeout' | 'user_away_times' | 'digits' | 'push_to_talk' | 'push_to_talk_interrupts' | 'respond_on_request';
export type ChangedSettings = {
    readonly [Name in ChangeableSetting]?: SessionConfig[Name] | null | undefined;
};

// src/session/handOffChange.d.ts
export interface ChangedAgent {
    readonly agent: Pick<Agent, 'llm_response_handler' | 'on_digits' | 'on_user_away'>;
    readonly name: string;
    readonly sessionData: object;
    readonly messages: readonly HistoryMessage[];
    readonly history: 'all' | 'none' | 'summary' | 'kept';
    readonly summary?: string | undefined;
    readonly tool_call_id?: string | undefined;
}
export type WrittenHandoff = Omit<ChangedAgent, 'agent' | 'sessionData'>;

// src/session/config/filler.d.ts
export type FillerFunction = {
    filler(input: FillerInput): unknown;
}['filler'];
export interface FillerInput<SessionData = object> {
    readonly messages: ChatMessage[];
    readonly session_data: SessionData;
    readonly signal: AbortSignal;
}

// src/session/updates/createUpdates.d.ts
export interface Updates {
    keep(change: SessionChange): void;
    take(): SessionChange;
    hasTurnChange(): boolean;
    takeForTurn(): Pick<SessionChange, 'stt' | 'config'>;
    minEndpointingDelayMs(): number;
}

// src/session/sessionUpdate.d.ts
export interface ChangedConfig {
    readonly floor: FloorSettings;
    readonly written: Readonly<Record<string, unknown>>;
    readonly language?: string | undefined;
}
export interface ChangedPort<Port> {
    readonly port: Port;
    readonly config: Readonly<Record<string, unknown>> | undefined;
}
export type InboxEvent = FloorEvent | UpdateEvent;
export interface SessionChange {
    readonly instructions?: string | undefined;
    readonly functions?: ChangedFunctions | undefined;
    readonly tts?: ChangedPort<TextToSpeech> | undefined;
    readonly stt?: ChangedPort<SpeechToText> | undefined;
    readonly config?: ChangedConfig | undefined;
    readonly handoff?: ChangedAgent | undefined;
}
export interface UpdateEvent {
    readonly kind: 'update';
    readonly change: SessionChange;
}

// src/session/eventInputs.d.ts
export type EventHandlers<SessionData> = {
    [Name in keyof EventInputs]?: ((input: EventInputs<SessionData>[Name]) => unknown) | undefined;
};
export interface EventInput<SessionData> {
    readonly session_data: SessionData;
    readonly agent?: string | undefined;
    readonly session: PartSession;
}
export interface EventInputs<SessionData = object> {
    on_agent_started_speaking: OnAgentStartedSpeakingInput<SessionData>;
    on_user_started_speaking: OnUserStartedSpeakingInput<SessionData>;
    on_agent_stopped_speaking: OnAgentStoppedSpeakingInput<SessionData>;
    on_user_stopped_speaking: OnUserStoppedSpeakingInput<SessionData>;
    on_agent_message_added: OnAgentMessageAddedInput<SessionData>;
    on_user_message_added: OnUserMessageAddedInput<SessionData>;
    on_agent_interrupted: OnAgentInterruptedInput<SessionData>;
    on_function_calls_collected: OnFunctionCallsCollectedInput<SessionData>;
    on_function_calls_executed: OnFunctionCallsExecutedInput<SessionData>;
}
export interface HeardMessageEventInput<SessionData> extends MessageEventInput<SessionData> {
    readonly heard: HeardBy;
}
export interface MessageEventInput<SessionData> extends EventInput<SessionData> {
    readonly message: HistoryMessage;
}
export interface OnAgentInterruptedInput<SessionData = object> extends HeardMessageEventInput<SessionData> {
}
export interface OnAgentMessageAddedInput<SessionData = object> extends HeardMessageEventInput<SessionData> {
}
export interface OnAgentStartedSpeakingInput<SessionData = object> extends EventInput<SessionData> {
}
export interface OnAgentStoppedSpeakingInput<SessionData = object> extends EventInput<SessionData> {
}
export interface OnFunctionCallsCollectedInput<SessionData = object> extends EventInput<SessionData> {
    readonly function_calls: readonly FunctionCall[];
}
export interface OnFunctionCallsExecutedInput<SessionData = object> extends EventInput<SessionData> {
    readonly results: readonly FunctionResult[];
}
export interface OnUserMessageAddedInput<SessionData = object> extends MessageEventInput<SessionData> {
}
export interface OnUserStartedSpeakingInput<SessionData = object> extends EventInput<SessionData> {
}
export interface OnUserStoppedSpeakingInput<SessionData = object> extends EventInput<SessionData> {
}

// src/session/config/schema.d.ts
export interface SessionConfig<SessionData extends object = Record<string, unknown>> {
    readonly initial_messages: readonly MessageInput[];
    readonly vad: VadConfig;
    readonly stt?: SttConfig | undefined;
    readonly tts?: TtsConfig | undefined;
    readonly model?: SpeechModelConfig | undefined;
    readonly session_data: SessionData;
    readonly first_message?: string | undefined;
    readonly greeting?: ReplyRequest | undefined;
    readonly allow_interruptions?: boolean | undefined;
    readonly interrupt_time_threshold?: number | undefined;
    readonly interrupt_word_threshold?: number | undefined;
    readonly min_endpointing_delay?: number | undefined;
    readonly turn_detection?: TurnDetectionConfig | undefined;
    readonly preemptive_generation?: boolean | undefined;
    readonly preemptive_tts?: boolean | undefined;
    readonly eager_threshold?: number | undefined;
    readonly max_nested_function_calls?: number | undefined;
    readonly resume_after_false_interruption?: boolean | undefined;
    readonly backchannels?: 'default' | readonly string[] | undefined;
    readonly interrupt_phrases?: 'default' | readonly string[] | undefined;
    readonly remarks?: 'default' | readonly string[] | undefined;
    readonly ignore_echo?: boolean | undefined;
    readonly hidden_tags?: readonly string[] | undefined;
    readonly filler?: string | FillerFunction | undefined;
    readonly filler_delay?: number | undefined;
    readonly on_failure_message?: string | null | undefined;
    readonly user_away_timeout?: number | undefined;
    readonly user_away_times?: number | undefined;
    readonly normalize_for_speech?: boolean | undefined;
    readonly pronunciation_dictionary?: Readonly<Record<string, string>> | undefined;
    readonly push_to_talk?: boolean | undefined;
    readonly push_to_talk_interrupts?: boolean | undefined;
    readonly respond_on_request?: boolean | undefined;
    readonly transcription_only?: boolean | undefined;
    readonly noise_suppression?: NoiseSuppression | undefined;
    readonly digits?: DigitsConfig | undefined;
}
export interface DigitsConfig {
    readonly terminator?: Digit | '' | undefined;
    readonly timeout?: number | undefined;
    readonly max_digits?: number | undefined;
}
export type NoiseSuppression = 'none' | 'rnnoise';

// src/session/config/maskConfig.d.ts
export declare function maskConfig(config: object): Record<string, unknown>;

// src/session/config/ports.d.ts
export interface Ports {
    readonly vad: VadModel;
    readonly stt: SpeechToText;
    readonly tts: TextToSpeech;
    readonly speechModel?: SpeechToSpeech | undefined;
    readonly turns?: TurnModel | undefined;
}

// src/session/opening/createSession.d.ts
export declare function createSession<SessionData extends object>(agent: Agent<SessionData>, configured: SessionConfig<SessionData>, io: SessionIo, options?: SessionOptions): Session<SessionData>;

// src/session/session.d.ts
export interface Session<SessionData extends object = object> extends SessionControl {
    readonly edges: Taps;
    readonly events$: Observable<SessionEvent<SessionData>>;
    readonly errors$: Observable<AntiphonError>;
    readonly history$: Observable<readonly HistoryEntry[]>;
    readonly agentState$: Observable<AgentState>;
    readonly userState$: Observable<UserState>;
    readonly checkpoint$: Observable<Checkpoint>;
    readonly usage: Usage;
    readonly firstBytes$: Observable<FirstByte>;
    readonly ended: Promise<SessionEnd>;
    start(): void;
    close(reason: SessionEndReason): void;
}
export interface SessionEnd {
    readonly reason: SessionEndReason;
    readonly usage: Usage;
}
export interface SessionOptions {
    readonly splice?: Splices | undefined;
    readonly stages?: Stages | undefined;
    readonly taps?: readonly Tap[] | undefined;
    readonly ports?: OwnPorts | undefined;
    readonly scheduler?: SchedulerLike | undefined;
    readonly id?: string | undefined;
    readonly record?: Recorder | undefined;
    readonly telemetry?: SessionTelemetry | undefined;
    readonly resumeFrom?: Checkpoint | undefined;
    readonly checkpointBytes?: number | undefined;
    readonly prices?: Prices | undefined;
    readonly logFailures?: boolean | undefined;
    readonly containment?: Containment | undefined;
}

// src/session/events.d.ts
export interface NumberedFact {
    readonly fact: SessionFact;
    readonly seq: number;
    readonly at: number;
}
export type SessionEvent<SessionData = object> = {
    readonly [Name in keyof EventInputs]: {
        readonly name: Name;
        readonly seq: number;
        readonly at: number;
        readonly input: EventInputs<SessionData>[Name];
    };
}[keyof EventInputs];

// src/session/floor/types.d.ts
export type SessionFact = {
    readonly kind: 'user_started' | 'user_stopped' | 'agent_started' | 'agent_stopped';
} | {
    readonly kind: 'agent_interrupted';
    readonly content: string;
    readonly heard: HeardBy;
} | {
    readonly kind: 'user_message';
    readonly content: string;
    readonly insertAt?: number | undefined;
} | {
    readonly kind: 'agent_message';
    readonly turn: number;
    readonly content: string;
    readonly heard: HeardBy;
    readonly waited?: true | undefined;
} | {
    readonly kind: 'calls_collected';
    readonly turn: number;
    readonly round: number;
    readonly calls: readonly FunctionCall[];
    readonly extra?: ExtraFields | undefined;
    readonly notExecuted?: string | undefined;
} | {
    readonly kind: 'calls_executed';
    readonly turn: number;
    readonly round: number;
    readonly roundText: string;
    readonly calls: readonly FunctionCall[];
    readonly extra?: ExtraFields | undefined;
    readonly results: readonly FunctionResult[];
    readonly acknowledged?: readonly BackgroundCall[] | undefined;
}
 | {
    readonly kind: 'messages_added';
    readonly messages: readonly AddedMessage[];
}
 | {
    readonly kind: 'call_progress';
    readonly result: FunctionResult;
}
 | {
    readonly kind: 'call_finished';
    readonly result: FunctionResult;
    readonly policy: ResultPolicy;
};
export type FloorEvent = VadEvent | Transcript | Settlement | EagerEnd | {
    readonly kind: 'typed';
    readonly text: string;
} | {
    readonly kind: 'digit';
}
 | {
    readonly kind: 'endpoint';
}
 | {
    readonly kind: 'barge_in';
    readonly by: Interruption;
}
 | {
    readonly kind: 'turn';
    readonly turn: UserTurn;
}
 | {
    readonly kind: 'commit_done';
} | {
    readonly kind: 'reply';
    readonly event: TurnEvent;
} | {
    readonly kind: 'calls';
    readonly calls: FunctionCalls;
} | {
    readonly kind: 'results';
    readonly results: FunctionResults;
} | {
    readonly kind: 'speech';
    readonly event: SpeechEvent;
} | {
    readonly kind: 'playout';
    readonly event: PlayoutEvent;
} | {
    readonly kind: 'say';
    readonly text: string;
    readonly first: boolean;
    readonly filler?: true | undefined;
}
 | {
    readonly kind: 'filler';
    readonly turn: number;
    readonly text: string;
} | {
    readonly kind: 'interrupt';
}
 | {
    readonly kind: 'respond';
    readonly request?: ReplyRequest | undefined;
}
 | {
    readonly kind: 'add_messages';
    readonly messages: readonly AddedMessage[];
}
 | {
    readonly kind: 'cancel';
    readonly tool_call_id: string;
}
 | {
    readonly kind: 'hand_off';
}
 | {
    readonly kind: 'answer';
    readonly text: string;
} | {
    readonly kind: 'end';
    readonly after: EndAfter;
    readonly reason: SessionEndReason;
}
 | {
    readonly kind: 'terminate';
}
 | {
    readonly kind: 'wake';
}
 | {
    readonly kind: 'finish';
};
export interface FloorSettings {
    readonly allowInterruptions: boolean;
    readonly minSpeechMs: number;
    readonly resumeAfterFalseInterruption: boolean;
    readonly phrases: Phrases;
    readonly preemptiveGeneration?: boolean | undefined;
    readonly speechInterrupts?: boolean | undefined;
    readonly respondOnRequest?: boolean | undefined;
    readonly transcriptionOnly?: boolean | undefined;
    readonly failureMessage?: string | undefined;
    readonly filler?: {
        readonly text: string | null;
        readonly delayMs: number;
    } | undefined;
    readonly speechModel?: 'beside_stt' | 'alone' | undefined;
    readonly saysApart?: boolean | undefined;
}
export type EndAfter = 'speech' | 'words' | 'now';
export type SessionEndReason = 'ended_by_client' | 'ended_by_api' | 'agent_ended' | 'transferred' | 'join_timeout' | 'idle_timeout' | 'max_duration' | 'disconnected' | 'draining' | 'handler_failed' | 'provider_failed' | 'part_failed' | 'slow_consumer' | 'internal';

// src/session/stages.d.ts
export interface Collected {
    readonly turn: number;
    readonly round: number;
    readonly calls?: readonly FunctionCall[] | undefined;
    readonly notExecuted?: string | undefined;
}
export type FunctionEvent = {
    readonly kind: 'calls';
    readonly calls: FunctionCalls;
} | {
    readonly kind: 'results';
    readonly results: FunctionResults;
};
export interface FloorSignals {
    readonly open: Observable<boolean>;
    readonly waiting: Observable<boolean>;
    readonly speechHeld: Observable<boolean>;
    readonly agentAudible: Observable<boolean>;
    readonly replyEnded: Observable<{
        readonly turn: number;
        readonly reason: EndReason;
    }>;
    readonly callsCut: Observable<{
        readonly turn: number;
        readonly reason: EndReason;
    }>;
    readonly cut: Observable<{
        readonly turn: number;
        readonly utterance: string;
    }>;
    readonly resume: Observable<{
        readonly turn: number;
        readonly heardChars: number;
    }>;
    readonly collected: Observable<Collected>;
    readonly settleCalls: Observable<string>;
    readonly callCancelled: Observable<string>;
    readonly executed: Observable<FunctionResults>;
    readonly drafts: Observable<UserTurn | null>;
    readonly fillerAsked: Observable<{
        readonly turn: number;
    }>;
    readonly quiet: Observable<Quiet>;
}
export type Stage<Name extends StageName> = (context: StageContext, standard: () => StageOperators[Name]) => StageOperators[Name];
export interface StageContext {
    readonly edges: Taps;
    readonly settled: Observable<Settlement>;
    readonly floor: FloorSignals;
    readonly history: Observable<readonly HistoryEntry[]>;
    readonly connected: Observable<boolean>;
    readonly muted: Observable<boolean>;
    readonly segmentEnds: Observable<number>;
    readonly recogniserTurns: Observable<RecogniserTurn>;
    readonly session: PartSession;
    readonly scheduler: SchedulerLike;
    readonly ticks: SchedulerLike;
    report(error: AntiphonError): void;
    isUnfinished(): boolean;
    setUnfinished(isUnfinished: boolean): void;
    endSegment(segment: number): void;
    eagerEnd(event: EagerEnd): void;
    foundTurn(turn: RecogniserTurn): void;
    readonly draftText: Observable<DraftText>;
    addDraftText(event: DraftText): void;
    progress(event: RoundProgress | SpeechProgress | ProviderProgress): void;
}
export type StageFactories = {
    readonly [Stage in StageName]: (context: StageContext) => StageOperators[Stage];
};
export type StageName = (typeof STAGES)[number];
export interface StageOperators {
    readonly vad: OperatorFunction<AudioFrame, VadEvent>;
    readonly digits: OperatorFunction<Digit, string>;
    readonly transcribe: OperatorFunction<VadEvent, Transcript | Settlement>;
    readonly endpointing: OperatorFunction<VadEvent, unknown>;
    readonly interruption: OperatorFunction<VadEvent, Interruption>;
    readonly llmTurn: OperatorFunction<UserTurn, TurnEvent>;
    readonly functions: OperatorFunction<TurnEvent, FunctionEvent>;
    readonly speak: OperatorFunction<TurnEvent, SpeechEvent>;
    readonly pace: OperatorFunction<SpeechEvent, PlayoutCommand>;
}
export type Stages = {
    readonly [Name in StageName]?: Stage<Name> | undefined;
};
export declare const STAGES: readonly ['vad', 'digits', 'transcribe', 'endpointing', 'interruption', 'llmTurn', 'functions', 'speak', 'pace'];

// src/session/graph/graph.d.ts
export declare function wire(options: WireOptions): Graph;
export interface Graph {
    readonly edges: Taps;
    readonly facts: Observable<NumberedFact>;
    readonly errors: Observable<AntiphonError>;
    readonly history: Observable<readonly HistoryEntry[]>;
    readonly agentState: Observable<AgentState>;
    readonly userState: Observable<UserState>;
    readonly firstBytes: Observable<FirstByte>;
    pendingInput(): PendingInput;
    isReplyDue(): boolean;
    readHeard(): string;
    usage(): Usage;
    readonly ended: Observable<SessionEndReason>;
    report(error: AntiphonError): void;
    post(event: InboxEvent): void;
    isBusy(): boolean;
    abandon(reason: SessionEndReason): void;
    connect(): Subscription;
}

// src/session/usage/createUsage.d.ts
export type UsageNames = {
    readonly [Port in 'stt' | 'tts']: Pick<Ports[Port], 'name' | 'model'>;
};

// src/session/graph/wireOptions.d.ts
export interface WireOptions {
    readonly io: SessionIo;
    readonly borderErrors?: Observable<AntiphonError> | undefined;
    readonly stages: StageFactories;
    readonly splices?: Splices | undefined;
    readonly session?: PartSession | undefined;
    readonly watched?: ReadonlySet<StageName> | undefined;
    readonly longestCallMs?: (() => number) | undefined;
    readonly contain?: Contain | undefined;
    readonly settings: FloorSettings;
    readonly history?: readonly HistoryEntry[] | undefined;
    readonly scheduler: SchedulerLike;
    readonly runStep?: ((work: () => void) => void) | undefined;
    readonly minEndpointingDelayMs?: number | undefined;
    readonly providers?: UsageNames | undefined;
    readonly updates?: Updates | undefined;
    readonly firstSeq?: number | undefined;
    readonly userAway?: ((context: StageContext) => Observable<string>) | undefined;
    readonly filler?: ((context: StageContext) => Observable<{
        readonly turn: number;
        readonly text: string;
    }>) | undefined;
    readonly ignoreEcho?: boolean | undefined;
}

// src/session/history.d.ts
export interface HistoryEntry {
    readonly message: HistoryMessage;
    readonly turn: number | null;
    readonly roundText: string;
    readonly extra?: ExtraFields | undefined;
}

// src/session/states/agentState.d.ts
export declare const AGENT_STATES: Readonly<Record<AgentState, readonly AgentState[]>>;
export type AgentState = 'idle' | 'thinking' | 'speaking' | 'executing_functions' | 'interrupted';

// src/session/states/quiet.d.ts
export type Quiet = 'busy' | 'hearing' | 'quiet';

// src/session/states/userState.d.ts
export type UserState = 'silent' | 'speaking' | 'endpointing';

// src/session/splices/splice.d.ts
export type Splice<Edge extends EdgeName> = SpliceOperator<Edge> | SpliceSettings<Edge>;
export type SpliceFailure = 'skip' | 'drop' | 'end';
export type SpliceOperator<Edge extends EdgeName> = (source: Observable<Edges[Edge]>, session: PartSession) => Observable<Edges[Edge]>;
export type Splices = {
    readonly [Edge in EdgeName]?: Splice<Edge> | undefined;
};
export interface SpliceSettings<Edge extends EdgeName> {
    readonly operator: SpliceOperator<Edge>;
    readonly name?: string | undefined;
    readonly onError?: SpliceFailure | undefined;
    readonly maxDelayMs?: number | undefined;
}

// src/session/taps.d.ts
export declare function defineTap<Edge extends EdgeName>(edge: Edge, observe: (value: Edges[Edge], session: PartSession) => void): Tap<Edge>;
export type Tap<Edge extends EdgeName = EdgeName> = {
    readonly [Name in Edge]: {
        readonly edge: Name;
        readonly observe: (value: Edges[Name], session: PartSession) => void;
    };
}[Edge];

// src/session/partSession.d.ts
export interface PartSession<SessionData extends object = object> extends SessionControl {
    readonly session_data: SessionData;
    readonly config: SessionConfig<SessionData>;
    readonly line: SessionLine;
    readonly errors$: Observable<AntiphonError>;
    readonly signal: AbortSignal;
    readonly scheduler: SchedulerLike;
}

// src/session/containment/containment.d.ts
export type Containment = 'process' | 'calls';
export type Contain = typeof contain;
export type UncaughtHandler = (error: unknown) => void;

// src/session/containment/ownPorts.d.ts
export type OwnPorts = {
    readonly [Name in keyof Ports]?: Ports[Name] | ((session: PartSession) => NonNullable<Ports[Name]>) | undefined;
};

// src/session/edges.d.ts
export declare const EDGES: readonly ['audioIn', 'textIn', 'dtmf', 'activity', 'transcript', 'interruption', 'userTurn', 'reply', 'functionCalls', 'functionResults', 'speech', 'playout', 'metrics'];
export type EdgeName = (typeof EDGES)[number];
export interface Edges {
    readonly audioIn: AudioFrame;
    readonly textIn: string;
    readonly dtmf: Digit;
    readonly activity: VadEvent;
    readonly transcript: Transcript;
    readonly interruption: Interruption;
    readonly userTurn: UserTurn;
    readonly reply: TurnEvent;
    readonly functionCalls: FunctionCalls;
    readonly functionResults: FunctionResults;
    readonly speech: SpeechEvent;
    readonly playout: PlayoutEvent;
    readonly metrics: Metric;
}
export type Taps = {
    readonly [Edge in EdgeName]: Observable<Edges[Edge]>;
};

// src/session/opening/startSession.d.ts
export declare function startSession<SessionData extends object>(agent: Agent<SessionData>, io: SessionIo, options?: StartSessionOptions): Promise<Session<SessionData>>;
export interface StartSessionOptions extends SessionOptions {
    readonly custom_data?: Record<string, unknown> | undefined;
    readonly prepare?: ((session: Session) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
}

// src/session/opening/warmUp.d.ts
export declare function warmUp(config: SessionConfig<object>): Promise<void>;
