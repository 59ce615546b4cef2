// src/testing/audio.d.ts
export declare function microphone(script: readonly SoundInterval[], options: MicrophoneOptions): Observable<AudioFrame>;
export declare function silence(ms: number, sampleRate?: number): AudioFrame;
export declare function voiced(ms: number, sampleRate?: number, probability?: number): AudioFrame;
export interface MicrophoneOptions {
    readonly scheduler: SchedulerLike;
    readonly sampleRate?: number | undefined;
    readonly frameMs?: number | undefined;
    readonly forMs?: number | undefined;
}
export interface SoundInterval {
    readonly atMs: number;
    readonly forMs: number;
    readonly probability?: number | undefined;
}

// src/time/virtualClock.d.ts
export declare class VirtualClock implements SchedulerLike {
    #private;
    now(): number;
    get pending(): number;
    schedule<T>(work: (this: SchedulerAction<T>, state: T) => void, delay?: number, state?: T): Subscription;
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
    run(untilMs?: number, outside?: () => Promise<void> | undefined): Promise<void>;
    advance(ms: number): Promise<void>;
    flush(untilMs?: number): void;
}

// src/testing/contracts/contract.d.ts
export interface ContractCase {
    readonly name: string;
    readonly run: () => Promise<void>;
}
export interface ContractSubject {
    readonly closed: () => Promise<void>;
    readonly violations?: () => readonly string[];
    readonly attempts?: () => number;
    readonly dispose?: () => Promise<void>;
}

// src/testing/contracts/stt/segments.d.ts
export type Speak = (text: string, sampleRate: number) => Promise<Int16Array>;

// src/testing/contracts/speechToTextContract.d.ts
export declare function createSpeechToTextContract(make: (scenario: SpeechToTextScenario) => Promise<SpeechToTextSubject>, { faults, keepsConnection, turns, speak, }?: SpeechToTextContractOptions): readonly ContractCase[];
export interface SpeechToTextContractOptions {
    readonly faults?: readonly InjectedFault[];
    readonly keepsConnection?: boolean;
    readonly turns?: boolean;
    readonly speak?: Speak;
}
export interface SpeechToTextScenario {
    readonly fault?: InjectedFault;
    readonly texts: readonly string[];
}

// src/testing/contracts/stt/requirement.d.ts
export interface SpeechToTextSubject extends ContractSubject {
    readonly stt: SpeechToText;
    readonly fallSilent?: () => void;
}

// src/testing/contracts/textToSpeechContract.d.ts
export declare function createTextToSpeechContract(make: (scenario: TextToSpeechScenario) => Promise<TextToSpeechSubject>, { faults, keepsConnection }?: TextToSpeechContractOptions): readonly ContractCase[];
export interface TextToSpeechContractOptions {
    readonly faults?: readonly InjectedFault[];
    readonly keepsConnection?: boolean;
}
export interface TextToSpeechScenario {
    readonly fault?: InjectedFault;
}

// src/testing/contracts/tts/requirement.d.ts
export interface TextToSpeechSubject extends ContractSubject {
    readonly tts: TextToSpeech;
}

// src/testing/contracts/speechToSpeechContract.d.ts
export declare function createSpeechToSpeechContract(make: (scenario: SpeechToSpeechScenario) => Promise<SpeechToSpeechSubject>, { faults, speak }?: SpeechToSpeechContractOptions): readonly ContractCase[];
export interface SpeechToSpeechContractOptions {
    readonly faults?: readonly InjectedFault[];
    readonly speak?: Speak;
}
export interface SpeechToSpeechScenario {
    readonly fault?: InjectedFault;
    readonly words: readonly string[];
    readonly replies: readonly ScenarioReply[];
}

// src/testing/contracts/speechToSpeech/requirement.d.ts
export interface ScenarioReply {
    readonly text: string;
    readonly call?: {
        readonly name: string;
        readonly arguments: object;
    } | undefined;
}
export interface SpeechToSpeechSubject extends ContractSubject {
    readonly model: SpeechToSpeech;
}

// src/testing/contracts/mediaAdapterContract.d.ts
export declare function createMediaAdapterContract(subject: MediaAdapterSubject): readonly ContractCase[];

// src/testing/contracts/media/peer.d.ts
export interface MediaAdapterSubject {
    readonly adapter: MediaAdapter;
    readonly createPeer: () => PeerDouble;
    readonly malformed?: readonly PeerMessage[];
    readonly keys?: readonly Digit[];
}
export interface PeerDouble {
    begin(): readonly PeerMessage[];
    speak(samples: Int16Array): readonly PeerMessage[];
    read(message: PeerMessage): readonly PeerEvent[];
    press?(digit: Digit): readonly PeerMessage[];
    reach?(name: string): readonly PeerMessage[];
    leave?(): readonly PeerMessage[];
}
export type PeerEvent = {
    readonly kind: 'audio';
    readonly samples: number;
} | {
    readonly kind: 'clear';
} | {
    readonly kind: 'mark';
    readonly name: string;
} | {
    readonly kind: 'action';
    readonly action: LineAction;
};

// src/testing/contracts/sessionDirectoryContract.d.ts
export declare function createSessionDirectoryContract(options: SessionDirectoryContractOptions): readonly ContractCase[];

// src/testing/contracts/directory/subject.d.ts
export interface EngineLink {
    cut(): void;
    heal(): void;
    delay(ms: number): void;
}
export interface SessionDirectoryContractOptions {
    readonly create: () => Promise<SessionDirectorySubject>;
}
export interface SessionDirectorySubject extends ContractSubject {
    readonly register: (node: NodeProfile, skewMs?: number) => NodeRegistration;
    readonly link: (id: string) => EngineLink;
    readonly stop: () => Promise<void>;
    readonly start: () => Promise<void>;
    readonly fill: () => Promise<void>;
    readonly free: () => Promise<void>;
    readonly wait: <T>(what: string, work: Promise<T>) => Promise<T>;
    readonly pause: () => Promise<void>;
    readonly passLong: () => Promise<void>;
}

// src/testing/contracts/checkpointStoreContract.d.ts
export declare function createCheckpointStoreContract({ create }: CheckpointStoreContractOptions): readonly ContractCase[];
export interface CheckpointStoreContractOptions {
    readonly create: () => Promise<CheckpointStoreSubject>;
}
export interface CheckpointStoreSubject extends ContractSubject {
    readonly open: () => CheckpointStore;
    readonly stop: () => Promise<void>;
    readonly start: () => Promise<void>;
    readonly pause: () => Promise<void>;
}

// src/testing/contracts/injectedFault.d.ts
export declare const INJECTED_FAULTS: readonly ['drops before the first result', 'drops after the first result', 'refuses the key', 'is busy once', 'goes silent', 'is mute', 'talks garbage', 'cuts oddly', 'is slow'];
export type InjectedFault = (typeof INJECTED_FAULTS)[number];

// src/draw/text/diagram.d.ts
export declare function diagram(moments: readonly Moment[]): string;
export declare function diagrams(expected: readonly Moment[], got: readonly Moment[], titles?: readonly [expected: string, got: string]): string;

// src/draw/text/moment.d.ts
export interface Moment {
    readonly lane: string;
    readonly atMs: number;
    readonly toMs?: number | undefined;
    readonly text: string;
}

// src/testing/doubles/agent.d.ts
export declare function createAgentDouble(parts?: Partial<Agent>): Agent;

// src/testing/doubles/chunks.d.ts
export declare function chunk(text: string): ChatCompletionChunk;
export declare function finish(reason?: string): ChatCompletionChunk;
export declare function opening(): ChatCompletionChunk;
export declare function toolCallChunk(part: ToolCallPart): ChatCompletionChunk;
export declare function usage(promptTokens: number, completionTokens: number): ChatCompletionChunk;
export interface ToolCallPart {
    readonly index?: number | undefined;
    readonly id?: string | undefined;
    readonly name?: string | undefined;
    readonly arguments?: string | undefined;
}

// src/testing/doubles/sttSegment.d.ts
export interface SttUtterance {
    readonly text: string | readonly string[];
    readonly interims?: readonly string[] | undefined;
    readonly answer?: 'final' | 'empty' | 'failed' | 'none' | 'breaks' | undefined;
    readonly delayMs?: number | undefined;
    readonly late?: {
        readonly text: string;
        readonly afterMs: number;
    } | undefined;
    readonly msPerWord?: number | undefined;
}

// src/testing/doubles/sttTurns.d.ts
export interface SttTurnBehaviour {
    readonly eagerMs?: number | undefined;
    readonly endMs?: number | undefined;
}

// src/testing/doubles/llm.d.ts
export declare function createLlmDouble<Input = unknown>(replies: readonly (string | LlmReply | ((input: Input) => string | LlmReply))[], options?: LlmDoubleOptions): LlmDouble<Input>;
export interface LlmDouble<Input> {
    (input: Input): Observable<ChatCompletionChunk>;
    readonly inputs: readonly Input[];
}
export interface LlmDoubleOptions extends LlmBehaviour {
    readonly scheduler?: SchedulerLike | undefined;
    readonly ledger?: SubscriptionLedger | undefined;
}

// src/testing/doubles/streamReply.d.ts
export interface LlmBehaviour {
    readonly firstTokenMs?: number | undefined;
    readonly tokenMs?: number | undefined;
    readonly stallAfterTokens?: number | undefined;
    readonly failAfterTokens?: number | undefined;
}
export interface LlmReply extends LlmBehaviour {
    readonly text?: string | readonly string[] | undefined;
    readonly calls?: readonly {
        readonly name: string;
        readonly arguments?: unknown;
        readonly id?: string | undefined;
    }[];
    readonly finishReason?: string | undefined;
}

// src/playback/playedUtterance.d.ts
export interface PlayedUtterance {
    readonly utterance: string;
    readonly sampleRate: number;
    readonly outcome: 'waiting' | 'playing' | 'finished' | 'cleared';
    readonly startedAtMs: number | undefined;
    readonly stoppedAtMs: number | undefined;
    readonly samples: Int16Array;
}

// src/testing/doubles/stt.d.ts
export declare function createSttDouble(options: SttDoubleOptions): SpeechToText;
export interface SttDoubleOptions {
    readonly says: readonly (string | SttUtterance)[] | ((segment: number) => string | SttUtterance | undefined);
    readonly delayMs?: number | undefined;
    readonly msPerWord?: number | undefined;
    readonly interims?: boolean | undefined;
    readonly delaysInterims?: boolean | undefined;
    readonly turns?: SttTurnBehaviour | undefined;
    readonly finalTimeoutMs?: number | undefined;
    readonly sampleRate?: number | undefined;
    readonly name?: string | undefined;
    readonly scheduler?: SchedulerLike | undefined;
    readonly ledger?: SubscriptionLedger | undefined;
}

// src/playback/transportDouble.d.ts
export declare function createTransportDouble(options?: TransportDoubleOptions): TransportDouble;
export interface TransportDouble extends SessionIo {
    readonly user: {
        readonly audio: Subject<AudioFrame>;
        readonly text: Subject<string>;
        readonly digits: Subject<Digit>;
        readonly muted: BehaviorSubject<boolean>;
        readonly turns: Subject<TurnCommand>;
        readonly connected: BehaviorSubject<boolean>;
    };
    readonly commands: readonly {
        readonly atMs: number;
        readonly command: PlayoutCommand;
    }[];
    readonly reports: readonly {
        readonly atMs: number;
        readonly report: PlayoutReport;
    }[];
    readonly played: () => readonly PlayedUtterance[];
    readonly freeze: () => void;
    readonly thaw: () => void;
}
export interface TransportDoubleOptions {
    readonly audioIn?: Observable<AudioFrame> | undefined;
    readonly reports?: 'positions' | 'finished-only' | 'none' | undefined;
    readonly positionEveryMs?: number | undefined;
    readonly latencyMs?: number | undefined;
    readonly clearDelayMs?: number | undefined;
    readonly outputLatencyMs?: number | undefined;
    readonly outputSampleRate?: number | undefined;
    readonly outputFrameMs?: number | undefined;
    readonly outputLeadMs?: number | undefined;
    readonly actions?: LineActions | undefined;
    readonly scheduler?: SchedulerLike | undefined;
    readonly ledger?: SubscriptionLedger | undefined;
}

// src/testing/doubles/speechModel.d.ts
export declare function createSpeechModelDouble(options?: SpeechModelDoubleOptions): SpeechModelDouble;
export interface SpeechModelDouble extends SpeechToSpeech {
    readonly inputs: readonly SpeechModelInput[];
    readonly memory: () => readonly RememberedMessage[];
}

// src/testing/doubles/speechModelOptions.d.ts
export interface RememberedMessage {
    readonly role: 'user' | 'assistant' | 'tool';
    readonly content: string;
    readonly heardMs?: number | undefined;
}
export interface SpeechModelDoubleOptions {
    readonly replies?: readonly (string | SpeechModelReply)[] | undefined;
    readonly words?: readonly SpeechModelWords[] | UserWords | undefined;
    readonly wordsDelayMs?: number | undefined;
    readonly firstAudioMs?: number | undefined;
    readonly msPerChar?: number | undefined;
    readonly speed?: number | undefined;
    readonly sampleRate?: number | undefined;
    readonly output?: 'audio' | 'text' | undefined;
    readonly name?: string | undefined;
    readonly scheduler?: SchedulerLike | undefined;
    readonly ledger?: SubscriptionLedger | undefined;
}
export interface SpeechModelReply {
    readonly text?: string | readonly string[] | undefined;
    readonly calls?: readonly {
        readonly name: string;
        readonly arguments?: unknown;
        readonly id?: string | undefined;
    }[];
    readonly firstAudioMs?: number | undefined;
    readonly failAfterItems?: number | undefined;
}
export type SpeechModelWords = string | {
    readonly text: string | null;
    readonly delayMs: number;
} | null;
export interface UserWords {
    add(samples: Int16Array): void;
    commit(): SpeechModelWords;
    clear(): void;
}

// src/testing/doubles/tts.d.ts
export declare function createTtsDouble(options?: TtsDoubleOptions): TtsDouble;
export declare function textOf(samples: Int16Array, options?: Pick<TtsDoubleOptions, 'msPerChar' | 'sampleRate'>): string;
export interface TtsDouble extends TextToSpeech {
    readonly utterances: readonly UtteranceRecord[];
}
export interface TtsDoubleOptions extends TtsBehaviour {
    readonly utterances?: readonly TtsBehaviour[] | undefined;
    readonly timings?: boolean | undefined;
    readonly sampleRate?: number | undefined;
    readonly frameMs?: number | undefined;
    readonly accepts?: 'sentences' | 'tokens' | undefined;
    readonly language?: string | undefined;
    readonly name?: string | undefined;
    readonly scheduler?: SchedulerLike | undefined;
    readonly ledger?: SubscriptionLedger | undefined;
}
export interface UtteranceRecord {
    readonly text: string;
    readonly ended: 'not yet' | 'complete' | 'failed' | 'cancelled';
}

// src/testing/doubles/vad.d.ts
export declare function createVadDouble(options?: VadDoubleOptions): VadModel;
export interface VadDoubleOptions {
    readonly sampleRate?: 8000 | 16000 | undefined;
    readonly delayMs?: number | undefined;
    readonly failAfterWindows?: number | undefined;
    readonly scheduler?: SchedulerLike | undefined;
    readonly ledger?: SubscriptionLedger | undefined;
}

// src/testing/doubles/emitSpeech.d.ts
export interface TtsBehaviour {
    readonly firstAudioMs?: number | undefined;
    readonly msPerChar?: number | undefined;
    readonly speed?: number | undefined;
    readonly stallAfterChars?: number | undefined;
    readonly failAfterChars?: number | undefined;
}

// src/testing/fixtures.d.ts
export declare const activity: Letters<'s' | 'w' | 'q' | 'e' | 'm', VadEvent>;
export declare const commands: Letters<'s' | 'f' | 'e' | 'c', PlayoutCommand>;
export declare const interruptions: Letters<'v' | 'w', Interruption>;
export declare const keys: Readonly<Record<'0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 's' | 'p', Digit>>;
export declare const replies: Letters<'s' | 't' | 'r' | 'c' | 'e' | 'i' | 'p' | 'x', TurnEvent>;
export declare const settlements: Letters<'f' | 'e' | 'x' | 't' | 'n', Settlement>;
export declare const speech: Letters<'s' | 't' | 'a' | 'w' | 'm' | 'e' | 'i' | 'p' | 'x', SpeechEvent>;
export declare const texts: Readonly<Record<'a' | 'b' | 'c' | 'x' | 'y' | 'z', string>>;
export declare const transcripts: Letters<'i' | 'j' | 'f' | 'o', Transcript>;
export declare const turns: Letters<'u', UserTurn>;
export declare const verdicts: Readonly<Record<'o' | 'g', TurnVerdict>>;
export declare function voicedWindow(voicedMs: number, segment?: number): VadEvent;
export declare const windows: Readonly<Record<'v' | '.', AudioFrame>>;
export type Letters<Letter extends string, T> = Readonly<Record<Letter | Uppercase<Letter>, T>>;

// src/testing/evals/askModel.d.ts
export type AskModel = (request: {
    readonly messages: readonly ModelMessage[];
    readonly signal: AbortSignal;
}) => ModelStream;
export interface EvalModel {
    readonly model: string;
    readonly ask: AskModel;
    readonly cassette?: Cassette | undefined;
    readonly timeout?: Duration | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}
export interface ModelMessage {
    readonly role: 'system' | 'user';
    readonly content: string;
}

// src/testing/evals/cassette.d.ts
export declare function openCassette(path: string, options?: CassetteOptions): Cassette;
export interface Cassette {
    readonly path: string;
    answer(kind: string, asked: unknown, ask: () => Promise<unknown>): Promise<unknown>;
}
export interface CassetteOptions {
    readonly mode?: 'replay' | 'record' | undefined;
}

// src/testing/evals/judge.d.ts
export declare function createJudge(options: EvalModel): Judge;
export type Judge = (transcript: readonly TranscriptLine[], criterion: string) => Promise<Verdict>;
export interface Verdict {
    readonly pass: boolean;
    readonly reason: string;
}

// src/testing/evals/persona.d.ts
export declare function createPersona(options: PersonaOptions): Persona;
export interface Persona {
    readonly name: string;
    readonly maxTurns: number;
    readonly pauseMs: number;
    readonly msPerWord: number;
    readonly patienceMs: number;
    answer(transcript: readonly TranscriptLine[]): Promise<PersonaWords>;
}
export interface PersonaOptions extends EvalModel {
    readonly persona: string;
    readonly maxTurns?: number | undefined;
    readonly pause?: Duration | undefined;
    readonly msPerWord?: number | undefined;
    readonly patience?: Duration | undefined;
}
export interface PersonaWords {
    readonly text: string;
    readonly isLast: boolean;
}

// src/testing/evals/recordHandler.d.ts
export declare function recordHandler<SessionData extends object>(handler: (input: LLMResponseHandlerInput<SessionData>) => HandlerStream<ChatCompletionChunk>, cassette: Cassette): (input: LLMResponseHandlerInput<SessionData>) => Observable<ChatCompletionChunk>;

// src/testing/evals/transcript.d.ts
export interface TranscriptLine {
    readonly speaker: 'user' | 'agent' | 'function';
    readonly text: string;
}

// src/stream/subscriptionLedger.d.ts
export declare class SubscriptionLedger {
    #private;
    track<T>(name: string): MonoTypeOperatorFunction<T>;
    open(): Record<string, number>;
}

// src/testing/inspect.d.ts
export declare function inspect(session: Pick<Session, 'id' | 'edges'>, options?: InspectOptions): Subscription;
export interface InspectOptions {
    readonly edges?: readonly EdgeName[] | undefined;
    readonly sessions?: readonly string[] | undefined;
    readonly as?: 'lines' | 'marbles' | undefined;
    readonly write?: ((line: string) => void) | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}

// src/testing/marbles.d.ts
export declare function marbles<T>(run: (helpers: RunHelpers) => T): T;

// src/testing/score.d.ts
export declare const score: PlayScore;
export interface PlayScore {
    <SessionData extends object>(agent: Agent<SessionData>, write: (score: Score) => void, options?: ScoreOptions): Promise<ScoreResult>;
    suite<SessionData extends object>(agent: Agent<SessionData>, folder: string, options?: SuiteOptions): Promise<SuiteResult>;
}
export interface ScoreResult {
    readonly events: readonly SessionEvent[];
    readonly messages: readonly Message[];
    readonly metrics: readonly Metric[];
    readonly realTime: readonly string[];
}

// src/testing/score/waits.d.ts
export interface WaitFigures {
    readonly p50: number;
    readonly p95: number;
}
export interface Waits {
    readonly answers: number;
    readonly wait: WaitFigures;
    readonly parts: Readonly<Record<MetricPart, WaitFigures>>;
}

// src/testing/suite/suite.d.ts
export interface SuiteFile {
    readonly name: string;
    readonly messages: readonly Message[];
    readonly metrics: readonly Metric[];
    readonly errors: readonly AntiphonError[];
}
export interface SuiteOptions extends Omit<ScoreOptions, 'clock' | 'draw' | 'judge'> {
    readonly embedded?: readonly EmbeddedPart[] | undefined;
}
export interface SuiteResult {
    readonly files: readonly SuiteFile[];
    readonly waits: Waits | null;
}

// src/testing/suite/embedded.d.ts
export type EmbeddedPart = 'stt' | 'tts';

// src/testing/score/actions.d.ts
export interface AgentRequests {
    responds(at: At, request?: ReplyRequest): void;
}
export interface Client {
    disconnects(at: At): void;
    returns(at: At): void;
    freezes(at: At): void;
    thaws(at: At): void;
}
export interface SpeechBehaviour {
    readonly delay?: Duration | undefined;
    readonly interims?: false | readonly string[] | undefined;
    readonly answer?: SttUtterance['answer'];
    readonly late?: {
        readonly text: string;
        readonly after: Duration;
    } | undefined;
}
export interface User {
    says(at: At, text: string | readonly string[], lasting: Duration, behaviour?: SpeechBehaviour): void;
    noise(at: At, lasting: Duration): void;
    types(at: At, text: string): void;
    mutes(at: At): void;
    unmutes(at: At): void;
    is(persona: Persona, at?: At): void;
}

// src/testing/score/expect/calls.d.ts
export interface ExpectedCall {
    readonly name: string;
    readonly args?: unknown;
}

// src/testing/score/expect/history.d.ts
export type ExpectedMessage = Partial<Omit<Message, 'content' | 'name'>> & {
    readonly content?: Message['content'] | ExpectedText | undefined;
    readonly name?: Message['name'] | ExpectedText | undefined;
};

// src/testing/score/expect/metrics.d.ts
export type MetricCondition = `${'wait' | MetricPart}.${MetricFigure} ${'<' | '<=' | '>' | '>=' | '='} ${Duration}`;
export type MetricFigure = 'mean' | 'median' | 'min' | 'max' | `p${number}`;

// src/testing/score/names.d.ts
export type EventName = keyof EventInputs extends `on_${infer Name}` ? Name : never;
export type WrittenEvent = EventName | keyof EventInputs;

// src/testing/score/options.d.ts
export interface DoubleBehaviours {
    readonly vad?: Omit<VadDoubleOptions, 'scheduler' | 'ledger'> | undefined;
    readonly stt?: Pick<SttDoubleOptions, 'delayMs' | 'interims' | 'turns' | 'finalTimeoutMs'> | undefined;
    readonly llm?: LlmBehaviour | undefined;
    readonly tts?: Omit<TtsDoubleOptions, 'scheduler' | 'ledger'> | undefined;
    readonly speechModel?: SpeechModelBehaviour | undefined;
    readonly client?: Omit<TransportDoubleOptions, 'scheduler' | 'ledger' | 'audioIn'> | undefined;
}
export type SpeechModelBehaviour = Pick<SpeechModelDoubleOptions, 'wordsDelayMs' | 'firstAudioMs' | 'msPerChar' | 'speed' | 'sampleRate'>;
export interface ScoreOptions extends Pick<SessionOptions, 'ports' | 'record' | 'splice' | 'stages' | 'taps'> {
    readonly custom_data?: Record<string, unknown> | undefined;
    readonly config?: Partial<Omit<SessionConfig<object>, 'session_data'>> | undefined;
    readonly llm?: readonly (string | LlmReply)[] | undefined;
    readonly doubles?: DoubleBehaviours | undefined;
    readonly clock?: VirtualClock | undefined;
    readonly realTime?: 'free' | 'charged' | undefined;
    readonly lasting?: Duration | undefined;
    readonly judge?: Judge | undefined;
    readonly draw?: ((diagram: string) => void) | undefined;
}

// src/testing/score/writtenScore.d.ts
export interface AgentExpectations {
    heard(text: ExpectedText): void;
    neverSays(text?: ExpectedText): void;
    calls(name: string, args?: unknown): void;
    calls(expected: readonly ExpectedCall[]): void;
    neverCalls(name: string): void;
    meets(criterion: string): void;
}
export interface ErrorExpectations {
    has(code: ErrorCode): void;
    never(code: ErrorCode): void;
}
export interface EventExpectations {
    (names: readonly WrittenEvent[]): void;
    at(name: WrittenEvent, at: At): void;
    by(name: WrittenEvent, at: At): void;
    notBefore(name: WrittenEvent, at: At): void;
    never(name: WrittenEvent): void;
}
export interface Score {
    readonly user: User;
    readonly client: Client;
    readonly agent: AgentExpectations & AgentRequests;
    readonly events: EventExpectations;
    readonly errors: ErrorExpectations;
    history(expected: readonly ExpectedMessage[]): void;
    metrics(condition: MetricCondition): void;
    readonly after: typeof after;
    readonly matches: typeof matches;
}

// src/testing/score/textMatch.d.ts
export type ExpectedText = string | TextMatch;
export declare class TextMatch {
    #private;
    constructor(pattern: RegExp);
    fits(text: unknown): boolean;
    toString(): string;
    toJSON(): string;
}

// src/testing/score/time.d.ts
export interface After {
    readonly event: EventName;
    readonly delayMs: number;
    readonly nth: number;
}
export type At = Duration | After;
export type Duration = `${number}s` | `${number}ms`;

// src/testing/textAudio.d.ts
export declare function createTextReader(sampleRate: number): TextReader;
export declare function encodeText(text: string, sampleRate: number): Int16Array;
export interface TextReader {
    push(samples: Int16Array): string;
}

// src/testing/stageContext.d.ts
export declare function createStageContext(parts?: StageContextParts): StageContext;
export interface StageContextParts extends Partial<Taps>, Partial<FloorSignals>, Partial<Omit<StageContext, 'edges' | 'floor'>> {
}

// src/testing/wire/requestDouble.d.ts
export declare function createRequestDouble({ server, scheduler, }?: RequestDoubleOptions): RequestDouble;
export interface ReplyBehaviour {
    readonly headAtMs?: number | undefined;
    readonly status?: number | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: readonly (ReplyPiece | string | Uint8Array)[] | undefined;
    readonly endsAtMs?: number | undefined;
    readonly breaksAtMs?: number | undefined;
}
export interface ReplyPiece {
    readonly atMs: number;
    readonly bytes: string | Uint8Array;
}
export interface RequestDouble {
    readonly openRequest: OpenRequest;
    readonly requests: readonly RequestRecord[];
}
export interface RequestDoubleOptions {
    readonly server?: ReplyBehaviour | readonly ReplyBehaviour[] | ((request: HttpRequest, n: number) => ReplyBehaviour) | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}
export interface RequestRecord {
    readonly request: HttpRequest;
    readonly atMs: number;
    readonly ended: {
        readonly by: 'completion' | 'abort' | 'break';
        readonly atMs: number;
    } | null;
}

// src/testing/wire/socketDouble.d.ts
export declare function createSocketDouble({ server, scheduler, }?: SocketDoubleOptions): SocketDouble;
export type ScriptedEvent = {
    readonly atMs: number;
    readonly frame: SocketFrame;
}
 | {
    readonly atMs: number;
    readonly end: Partial<SocketEnd>;
};
export interface ServerBehaviour {
    readonly opensAfterMs?: number | undefined;
    readonly answersPings?: boolean | undefined;
    readonly script?: readonly ScriptedEvent[] | undefined;
    readonly onFrame?: ((frame: SocketFrame, server: ServerSide) => void) | undefined;
}
export interface ServerSide {
    send(frame: SocketFrame, afterMs?: number): void;
    end(end?: Partial<SocketEnd>, afterMs?: number): void;
}
export interface SocketDouble {
    readonly openSocket: OpenSocket;
    readonly connections: readonly SocketRecord[];
}
export interface SocketDoubleOptions {
    readonly server?: ServerBehaviour | readonly ServerBehaviour[] | ((connection: number) => ServerBehaviour) | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}
export interface SocketRecord {
    readonly request: SocketRequest;
    readonly atMs: number;
    readonly sent: readonly {
        readonly atMs: number;
        readonly frame: SocketFrame;
    }[];
    readonly pings: readonly number[];
    readonly closed: {
        readonly by: 'close' | 'terminate' | 'server';
        readonly atMs: number;
    } | null;
    bufferedBytes: number;
    readonly server: ServerSide;
}
