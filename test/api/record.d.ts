// src/session/recording.d.ts
export type AnsweringAgent<SessionData extends object> = Pick<Agent<SessionData>, 'llm_response_handler' | 'functions' | 'on_digits' | 'on_user_away'> & {
    readonly filler?: FillerFunction | undefined;
};
export type SessionRequest = 
{
    readonly kind: 'start';
    readonly resumed?: {
        readonly seq: number;
        readonly unanswered: string | null;
    } | undefined;
} | {
    readonly kind: 'say';
    readonly text: string;
    readonly first: boolean;
} | {
    readonly kind: 'interrupt';
} | {
    readonly kind: 'respond';
    readonly request?: ReplyRequest | undefined;
} | {
    readonly kind: 'add_messages';
    readonly messages: readonly AddedMessage[];
} | {
    readonly kind: 'cancel';
    readonly tool_call_id: string;
} | WrittenUpdate | {
    readonly kind: 'end';
    readonly after: EndAfter;
    readonly reason: SessionEndReason;
};
export interface Borders<SessionData extends object = never> {
    readonly agent: AnsweringAgent<SessionData>;
    readonly ports: Ports;
    readonly io: SessionIo;
    readonly errors?: Observable<AntiphonError> | undefined;
    readonly scheduler: SchedulerLike;
}
export interface Recorder {
    begin<SessionData extends object>(session: NewSession<SessionData>): SessionRecord<SessionData>;
    written?(): Promise<void>;
}
export interface NewSession<SessionData extends object> {
    readonly id: string;
    readonly config: SessionConfig<SessionData>;
    readonly agent?: string | undefined;
    readonly borders: Borders<SessionData>;
    readonly splices: readonly EdgeName[];
    readonly stages: readonly string[];
    secrets(): readonly string[];
    isBusy(): boolean;
    report(error: AntiphonError): void;
}
export interface SessionRecord<SessionData extends object> {
    readonly borders: Borders<SessionData>;
    readonly runStep?: ((work: () => void) => void) | undefined;
    readonly wrapTts?: ((tts: TextToSpeech) => TextToSpeech) | undefined;
    readonly wrapStt?: ((stt: SpeechToText) => SpeechToText) | undefined;
    readonly wrapTurns?: ((model: TurnModel) => TurnModel) | undefined;
    request(requested: SessionRequest, carryOut: () => void): void;
    observe(session: SessionOutput): void;
}
export interface SessionOutput {
    readonly edges: Taps;
    readonly events$: Observable<SessionEvent>;
    readonly errors$: Observable<AntiphonError>;
    usage(): Usage;
    readonly ended: Observable<SessionEndReason>;
}

// src/record/format.d.ts
export declare const FORMAT = 4;
export declare const READ_FORMATS: readonly [1, 2, 3, 4, 5];
export interface Check {
    readonly lines: number;
    readonly sum: string;
}
export interface DroppedLine {
    readonly t: number;
    readonly dropped: number;
    readonly check?: Check | undefined;
}
export interface Head {
    readonly format: (typeof READ_FORMATS)[number];
    readonly antiphon: string;
    readonly rules?: RuleVersions | undefined;
    readonly node: string;
    readonly session: string;
    readonly agent?: string | undefined;
    readonly recorded_at: string;
    readonly config: Omit<SessionConfig<object>, 'session_data'>;
    readonly ports: {
        readonly vad: {
            readonly sampleRate: 8000 | 16000;
            readonly windowSamples: number;
        };
        readonly stt: WrittenStt;
        readonly tts: WrittenTts;
        readonly speechModel?: Omit<SpeechToSpeech, 'converse'> | undefined;
        readonly turns?: Pick<TurnModel, 'kind' | 'name'> | undefined;
    };
    readonly io: {
        readonly outputSampleRate: number | null;
        readonly outputFrameMs?: number | null | undefined;
        readonly outputLeadMs?: number | undefined;
        readonly reportsStarts?: boolean | undefined;
        readonly heard?: HeardBy | undefined;
        readonly line?: string | undefined;
        readonly streams: readonly ('textIn' | 'digits' | 'muted' | 'turns' | 'connected')[];
    };
    readonly splices: readonly string[];
    readonly stages: readonly string[];
    readonly audio: boolean;
    readonly agentAudio?: true | undefined;
}
export interface Incoming {
    readonly audio: {
        readonly samples: number;
        readonly rate: number;
        readonly pcm?: string | undefined;
    };
    readonly typed: {
        readonly text: string;
    };
    readonly digit: Digit;
    readonly muted: boolean;
    readonly turns: TurnCommand;
    readonly connected: boolean;
    readonly report: PlayoutReport;
    readonly vad: number;
    readonly stt: WrittenSttEvent;
    readonly model: WrittenSpeechModelEvent;
    readonly turn: TurnVerdict;
    readonly standstill: TurnVerdict;
    readonly llm: ChatCompletionChunk;
    readonly tts: WrittenTtsEvent;
    readonly warm: WrittenError;
    readonly found: WrittenError;
    readonly fn: {
        readonly content: string;
    } | WrittenReport;
    readonly entry: {
        readonly text?: unknown;
    };
    readonly away: {
        readonly text?: unknown;
    };
    readonly filler: {
        readonly text?: unknown;
    };
    readonly args: {
        readonly issues?: readonly WrittenIssue[] | undefined;
    };
    readonly functions: Readonly<Record<string, WrittenFunction>>;
    readonly asked: SessionRequest;
    readonly tick: undefined;
    readonly own: undefined;
}
export interface InLine {
    readonly t: number;
    readonly in: string;
    readonly v?: unknown;
    readonly error?: WrittenError | undefined;
    readonly end?: true | undefined;
    readonly after?: number | undefined;
    readonly by?: string | undefined;
    readonly joined?: true | undefined;
    readonly due?: number | undefined;
    readonly check?: Check | undefined;
}
export type Line = InLine | OutLine | DroppedLine;
export interface Outgoing {
    readonly event: {
        readonly name: string;
        readonly seq: number;
        readonly [input: string]: unknown;
    };
    readonly error: WrittenError;
    readonly command: Exclude<PlayoutCommand, {
        kind: 'audio';
    }>;
    readonly opened: string;
    readonly left: string;
    readonly stt: {
        readonly kind: 'start' | 'flush' | 'end';
        readonly segment: number;
    };
    readonly model: Exclude<SpeechModelInput, {
        kind: 'audio';
    }>;
    readonly activity: WrittenVadEvent;
    readonly transcript: Transcript;
    readonly interruption: Interruption;
    readonly userTurn: UserTurn;
    readonly reply: TurnEvent;
    readonly functionCalls: FunctionCalls;
    readonly functionResults: FunctionResults;
    readonly speech: Exclude<SpeechEvent, {
        kind: 'audio';
    }>;
    readonly playout: Extract<PlayoutEvent, {
        kind: 'started' | 'stopped';
    }> | WrittenPlayoutAudio;
    readonly metrics: Metric;
    readonly usage: Usage;
    readonly ended: SessionEndReason;
}
export interface OutLine {
    readonly t: number;
    readonly out: keyof Outgoing;
    readonly v: unknown;
    readonly check?: Check | undefined;
}
export interface Recording {
    readonly head: Head;
    readonly lines: readonly Line[];
}
export interface WrittenError {
    readonly message: string;
    readonly code?: string | undefined;
    readonly details?: object | undefined;
}
export interface WrittenFunction {
    readonly description: string;
    readonly json_schema: Record<string, unknown>;
    readonly uninterruptible: boolean;
    readonly interruptible?: boolean | undefined;
    readonly timeout: number;
    readonly filler?: string | undefined;
    readonly background?: Background | undefined;
}
export interface WrittenIssue {
    readonly path: readonly (string | number)[];
    readonly message: string;
}
export interface WrittenPlayoutAudio {
    readonly kind: 'audio';
    readonly utterance: string;
    readonly samples: number;
    readonly rate: number;
    readonly pcm?: string | undefined;
}
export type WrittenReport = {
    readonly acknowledge: string;
} | {
    readonly progress: string;
    readonly say?: string | boolean | undefined;
};
export type WrittenSpeechModelEvent = Exclude<SpeechModelEvent, {
    readonly kind: 'audio' | 'words_failed' | 'ended' | 'report';
}> | {
    readonly kind: 'audio';
    readonly turn: number;
    readonly item: string;
    readonly samples: number;
    readonly rate: number;
} | {
    readonly kind: 'words_failed';
    readonly turn: number;
    readonly error: WrittenError;
} | (Omit<Extract<SpeechModelEvent, {
    kind: 'ended';
}>, 'error'> & {
    readonly error?: WrittenError | undefined;
}) | {
    readonly kind: 'report';
    readonly error: WrittenError;
};
export type WrittenSttEvent = Extract<SttEvent, {
    readonly kind: 'interim' | 'final' | 'turn';
}> | {
    readonly kind: 'empty';
    readonly segment: number;
} | {
    readonly kind: 'failed';
    readonly segment: number;
    readonly error: WrittenError;
} | {
    readonly kind: 'report';
    readonly segment?: undefined;
    readonly error: WrittenError;
} | Extract<SttEvent, {
    readonly kind: 'served' | 'used';
}>;
export type WrittenTtsEvent = {
    readonly kind: 'audio';
    readonly samples: number;
    readonly rate: number;
} | {
    readonly kind: 'words';
    readonly words: readonly WordTiming[];
} | {
    readonly kind: 'mark';
    readonly chars: number;
} | {
    readonly kind: 'report';
    readonly error: WrittenError;
} | Extract<TtsEvent, {
    readonly kind: 'served' | 'used';
}>;
export type WrittenVadEvent = Extract<VadEvent, {
    kind: 'truncated' | 'ended';
}> | Omit<Extract<VadEvent, {
    kind: 'started';
}>, 'audio'>;

// src/session/handOffChange.d.ts
export type WrittenHandoff = Omit<ChangedAgent, 'agent' | 'sessionData'>;

// src/session/sessionUpdate.d.ts
export interface WrittenPort<Port> {
    readonly config?: Readonly<Record<string, unknown>> | undefined;
    readonly port: Port;
}
export interface WrittenStt {
    readonly name: string;
    readonly model?: string | undefined;
    readonly sampleRate: number;
    readonly finalTimeoutMs: number;
    readonly interims: boolean;
    readonly delaysInterims?: boolean | undefined;
    readonly turns?: boolean | undefined;
}
export interface WrittenTts {
    readonly name: string;
    readonly model?: string | undefined;
    readonly sampleRate: number;
    readonly accepts: 'sentences' | 'tokens';
    readonly language: string;
    readonly keepsWarm: boolean;
}
export interface WrittenUpdate {
    readonly kind: 'update';
    readonly instructions?: string | undefined;
    readonly functions?: readonly string[] | undefined;
    readonly tts?: WrittenPort<WrittenTts> | undefined;
    readonly stt?: WrittenPort<WrittenStt> | undefined;
    readonly settings?: Readonly<Record<string, unknown>> | undefined;
    readonly language?: string | undefined;
    readonly handoff?: WrittenHandoff | undefined;
}

// src/record/redact.d.ts
export type Redact = (text: string, key: string) => string;

// src/record/read.d.ts
export declare function parseRecording(text: string, name?: string): Recording;
export declare function readRecording(path: string): Promise<Recording>;

// src/record/recordInto.d.ts
export declare function recordInto(folder: string, options?: RecordOptions): FolderRecorder;
export interface FolderRecorder extends Recorder {
    written(): Promise<void>;
}

// src/record/recordTo.d.ts
export declare function recordTo(open: OpenSink, options?: RecordOptions): Recorder;
export type OpenSink = (session: string, failed: (error: Error) => void) => RecordingSink;
export interface RecordOptions {
    readonly audio?: boolean | undefined;
    readonly agentAudio?: boolean | undefined;
    readonly redact?: Redact | undefined;
}

// src/record/sink.d.ts
export interface RecordingSink {
    write(line: string): boolean;
    close(): void;
}

// src/record/ruleVersions.d.ts
export interface RuleVersions {
    readonly turnTaking: number;
    readonly phrases: string;
}
