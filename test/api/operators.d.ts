// operators/commitGate.d.ts
export declare function commitGate<T>(options: CommitGateOptions<T>): MonoTypeOperatorFunction<T>;
export interface CommitGateOptions<T> {
    readonly commit: Observable<unknown>;
    readonly maxHeld?: number | undefined;
    readonly costOf?: ((value: T) => number) | undefined;
}

// operators/digits.d.ts
export declare function digits(options?: DigitsOptions): OperatorFunction<Digit, string>;
export interface DigitsOptions {
    readonly terminator?: Digit | '' | undefined;
    readonly timeoutMs?: number | undefined;
    readonly max?: number | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// operators/endpointing.d.ts
export declare function endpointing(options: EndpointingOptions): OperatorFunction<VadEvent, UserTurn>;
export interface EndpointingOptions {
    readonly transcript: Observable<Transcript>;
    readonly settled?: Observable<Settlement> | undefined;
    readonly minDelayMs?: number | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// operators/interruption.d.ts
export declare function interruption(options: InterruptionOptions): OperatorFunction<VadEvent, Interruption>;
export interface InterruptionOptions {
    readonly transcript: Observable<Transcript>;
    readonly agentAudible: Observable<boolean>;
    readonly allow?: boolean | undefined;
    readonly minSpeechMs?: number | undefined;
    readonly pauseMs?: number | undefined;
    readonly minWords?: number | undefined;
    readonly phrases?: (Pick<Phrases, 'isBackchannel' | 'isInterruptPhrase'> & Partial<Pick<Phrases, 'mayBecomeBackchannel' | 'beginsWithInterruptPhrase'>>) | undefined;
}

// operators/llmTurn.d.ts
export declare function llmTurn(options: LlmTurnOptions): OperatorFunction<UserTurn, TurnEvent>;

// operators/llmTurn/llmTurnOptions.d.ts
export interface LlmTurnOptions {
    readonly respond: (round: Round, signal: AbortSignal) => HandlerStream<ChatCompletionChunk>;
    readonly cut?: Observable<{
        readonly turn: number;
        readonly reason: EndReason;
    }> | undefined;
    readonly drafts?: Observable<UserTurn | null> | undefined;
    readonly draftText?: ((event: DraftText) => void) | undefined;
    readonly requestKey?: ((round: Round) => string) | undefined;
    readonly results?: Observable<FunctionResults> | undefined;
    readonly open?: Observable<boolean> | undefined;
    readonly maxRounds?: number | undefined;
    readonly hiddenTags?: readonly string[] | undefined;
    readonly firstChunkTimeoutMs?: number | undefined;
    readonly chunkTimeoutMs?: number | undefined;
    readonly report?: ((error: AntiphonError) => void) | undefined;
    readonly progress?: ((event: RoundProgress) => void) | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}
export interface Round {
    readonly turn: UserTurn;
    readonly round: number;
    readonly last: boolean;
    readonly speculative?: true | undefined;
}

// operators/normalizeForSpeech.d.ts
export declare function normalizeForSpeech(options: NormalizeForSpeechOptions): OperatorFunction<string, SpokenSpan>;

// operators/normalizeForSpeech/createTextNormalizers.d.ts
export interface NormalizeForSpeechOptions {
    readonly language: string;
    readonly dictionary?: Readonly<Record<string, string>> | undefined;
    readonly normalize?: boolean | undefined;
}

// src/core/spokenText.d.ts
export interface SpokenSpan {
    readonly text: string;
    readonly spoken: string;
}

// operators/pace.d.ts
export declare function pace(options?: PaceOptions): OperatorFunction<SpeechEvent, PlayoutCommand>;
export interface PaceOptions {
    readonly held?: Observable<boolean> | undefined;
    readonly paused?: Observable<boolean> | undefined;
    readonly clear?: Observable<string> | undefined;
    readonly leadMs?: number | undefined;
    readonly frameMs?: number | undefined;
    readonly maxQueuedMs?: number | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// operators/pushToTalk.d.ts
export declare function pushToTalk(options: PushToTalkOptions): OperatorFunction<AudioFrame, VadEvent>;
export interface PushToTalkOptions {
    readonly turns: Observable<TurnCommand>;
    readonly muted?: Observable<boolean> | undefined;
    readonly maxBufferedSpeechMs?: number | undefined;
}

// src/core/ports.d.ts
export type TurnCommand = 'commit' | 'clear';
export interface NoiseStream {
    process(frame: Int16Array): void;
    close(): void;
}
export interface NoiseSuppressor {
    readonly sampleRate: number;
    readonly frameSamples: number;
    readonly delaySamples: number;
    openStream(): NoiseStream;
}

// operators/resample.d.ts
export declare function resample({ sampleRate }: ResampleOptions): OperatorFunction<AudioFrame, AudioFrame>;
export interface ResampleOptions {
    readonly sampleRate: number;
}

// operators/sentences.d.ts
export declare function sentences(options: SentencesOptions): OperatorFunction<string, string>;
export interface SentencesOptions {
    readonly language: string;
    readonly stallMs?: number | undefined;
    readonly firstClause?: FirstClause | false | undefined;
    readonly maxChars?: number | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// operators/sentences/textCutter.d.ts
export interface FirstClause {
    readonly minChars: number;
    readonly minWords: number;
}

// operators/speak.d.ts
export declare function speak(options: SpeakOptions): OperatorFunction<TurnEvent, SpeechEvent>;

// operators/speak/speakOptions.d.ts
export type ExistingSpeech = (part: SpokenPart) => TextToSpeech | undefined;
export interface SpeakOptions {
    readonly tts: TextToSpeech;
    readonly replacing?: Observable<TextToSpeech> | undefined;
    readonly drafts?: Observable<DraftText> | undefined;
    readonly sampleRate?: number | undefined;
    readonly cut?: Observable<{
        readonly utterance: string;
    }> | undefined;
    readonly resume?: Observable<{
        readonly turn: number;
        readonly heardChars: number;
    }> | undefined;
    readonly sent?: Observable<{
        readonly utterance: string;
        readonly samples: number;
    }> | undefined;
    readonly open?: Observable<boolean> | undefined;
    readonly existingSpeech?: ExistingSpeech | undefined;
    readonly stallMs?: number | undefined;
    readonly firstAudioTimeoutMs?: number | undefined;
    readonly audioTimeoutMs?: number | undefined;
    readonly spoken?: SpokenOptions | undefined;
    readonly report?: ((error: AntiphonError) => void) | undefined;
    readonly progress?: ((event: ProviderProgress | SpeechProgress) => void) | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}
export interface SpokenPart {
    readonly turn: number;
    readonly utterance: string;
    readonly isFiller: boolean;
    readonly before: string;
}

// operators/speak/voices.d.ts
export type SpokenOptions = Omit<NormalizeForSpeechOptions, 'language'>;

// operators/suppressNoise.d.ts
export declare function suppressNoise({ model }: SuppressNoiseOptions): MonoTypeOperatorFunction<AudioFrame>;
export interface SuppressNoiseOptions {
    readonly model: NoiseSuppressor;
}

// operators/transcribe.d.ts
export declare function transcribe(options: TranscribeOptions): OperatorFunction<VadEvent, Transcript | Settlement>;
export interface TranscribeOptions {
    readonly stt: SpeechToText;
    readonly replacing?: Observable<SpeechToText> | undefined;
    readonly noiseMs?: number | undefined;
    readonly waiting?: Observable<boolean> | undefined;
    readonly isUnfinished?: boolean | undefined;
    readonly noiseWithoutInterimsMs?: number | undefined;
    readonly report?: ((error: AntiphonError) => void) | undefined;
    readonly progress?: ((event: ProviderProgress) => void) | undefined;
    readonly foundTurn?: ((turn: RecogniserTurn) => void) | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// operators/turnEnd.d.ts
export declare function turnEnd(options: TurnEndOptions): OperatorFunction<VadEvent, UserTurn>;

// operators/turnEnd/turnEndOptions.d.ts
export interface TurnEndOptions {
    readonly transcript: Observable<Transcript>;
    readonly settled?: Observable<Settlement> | undefined;
    readonly model: TurnModel | RecogniserTurns;
    readonly threshold?: number | undefined;
    readonly thresholds?: Readonly<Record<string, number>> | undefined;
    readonly backchannelThreshold?: number | undefined;
    readonly isRequest?: ((text: string) => boolean) | undefined;
    readonly minDelayMs?: number | undefined;
    readonly maxDelayMs?: number | undefined;
    readonly timeoutMs?: number | undefined;
    readonly silenceMs?: number | undefined;
    readonly wordlessMs?: number | undefined;
    readonly audio?: Observable<AudioFrame> | undefined;
    readonly agent?: (() => AgentText) | undefined;
    readonly language?: string | undefined;
    readonly endSegment?: ((segment: number) => void) | undefined;
    readonly eagerThreshold?: number | undefined;
    readonly eagerEnd?: ((event: EagerEnd) => void) | undefined;
    readonly setUnfinished?: ((isUnfinished: boolean) => void) | undefined;
    readonly report?: ((error: AntiphonError) => void) | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// src/core/turnModel.d.ts
export interface AgentText {
    readonly heard: string;
    readonly unsaid: string;
}
export interface PauseTurnModel {
    readonly kind: 'pause';
    readonly name: string;
    readonly usesAudio?: boolean | undefined;
    warmUp?(): void;
    score(pause: TurnPause): Observable<TurnVerdict>;
}
export interface RecogniserTurns {
    readonly kind: 'recogniser';
    readonly name: string;
    readonly found: Observable<RecogniserTurn>;
}
export interface StreamingTurnModel {
    readonly kind: 'streaming';
    readonly name: string;
    listen(audio: Observable<Int16Array>): Observable<TurnVerdict>;
}
export type TurnModel = PauseTurnModel | StreamingTurnModel;
export interface TurnPause {
    readonly text: string;
    readonly pauseMs: number;
    readonly isSpeaking?: boolean | undefined;
    readonly agent: AgentText;
    readonly language: string | undefined;
    audio(): Int16Array;
}
export interface TurnVerdict {
    readonly over: number;
    readonly backchannel?: number | undefined;
}

// operators/userAway.d.ts
export declare function userAway(options: UserAwayOptions): OperatorFunction<unknown, number>;
export interface UserAwayOptions {
    readonly busy?: Observable<boolean> | undefined;
    readonly hearing?: Observable<boolean> | undefined;
    readonly timeoutMs: number;
    readonly times?: number | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// operators/vad.d.ts
export declare function vad(options: VadOptions): OperatorFunction<AudioFrame, VadEvent>;
export type VadChanges = Partial<Readonly<Record<'minSpeechMs' | 'minSilenceMs' | 'prefixPaddingMs' | 'maxBufferedSpeechMs' | 'activationThreshold', number>>>;
export interface VadOptions {
    readonly model: VadModel;
    readonly minSpeechMs?: number | undefined;
    readonly minSilenceMs?: number | undefined;
    readonly prefixPaddingMs?: number | undefined;
    readonly maxBufferedSpeechMs?: number | undefined;
    readonly activationThreshold?: number | undefined;
    readonly muted?: Observable<boolean> | undefined;
    readonly ends?: Observable<number> | undefined;
    readonly changes?: Observable<VadChanges> | undefined;
    readonly maxUnscoredMs?: number | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// operators/wakeWord.d.ts
export declare function wakeWord(options: WakeWordOptions): MonoTypeOperatorFunction<Transcript | Settlement>;
export interface WakeWordOptions {
    readonly words: readonly string[];
    readonly awakeMs?: number | undefined;
    readonly keepWord?: boolean | undefined;
    readonly busy?: Observable<boolean> | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}
