// src/replay/exact/compare.d.ts
export interface Difference {
    readonly recorded: OutLine | null;
    readonly replayed: OutLine | null;
}

// src/replay/customParts.d.ts
export type CustomParts = Pick<SessionOptions, 'splice' | 'stages'>;

// src/core/reason.d.ts
export type AskedEvent = 'interruption' | 'turn' | 'answer' | 'speech';
export type Decider = 'floor' | 'vad' | 'endpointing' | 'interruption' | {
    readonly ownStage: string;
};
export interface Reason {
    readonly by: Decider;
    readonly rule: string;
    readonly text: string;
    readonly numbers: Readonly<Record<string, number>>;
}
export interface Wait extends Reason {
    readonly about: AskedEvent;
}

// src/replay/explain.d.ts
export declare function explain(recording: Recording, own?: CustomParts): Promise<readonly ExplainedStep[]>;
export declare function whyNot(recording: Recording, event: AskedEvent, atMs: number, own?: CustomParts): Promise<Absence>;

// src/session/explain/whyNot.d.ts
export interface Absence {
    readonly happened: boolean;
    readonly reason: Reason;
}

// src/session/explain/explainedStep.d.ts
export interface ExplainedDecision {
    readonly kind: string;
    readonly text: string;
    readonly reason: Reason;
}
export interface ExplainedStep {
    readonly step: number;
    readonly atMs: number;
    readonly edge: EdgeName | null;
    readonly event: string;
    readonly decisions: readonly ExplainedDecision[];
    readonly waits: readonly Wait[];
    readonly after: FloorPhases;
}

// src/session/floor/explain/phases.d.ts
export interface FloorPhases {
    readonly user: string;
    readonly reply: string;
    readonly queue: readonly string[];
    readonly functions: readonly string[];
    readonly ending: string;
}

// src/replay/replay.d.ts
export declare function replay(recording: Recording, own?: CustomParts): Promise<Replay>;
export interface Replay {
    readonly difference: Difference | null;
    readonly picture: string;
    readonly undelivered: readonly InLine[];
}

// src/replay/sweep/cells.d.ts
export interface Cell {
    readonly changes: Changes;
    readonly summary: Summary;
    readonly isRecorded: boolean;
    readonly isEfficient: boolean;
    readonly leavesMoreUnanswered: boolean;
}

// src/replay/sweep/grid.d.ts
export declare function steps(from: number, to: number, count: number): readonly number[];
export interface Axis {
    readonly name: string;
    readonly values: readonly unknown[];
}

// src/replay/sweep/sweep.d.ts
export declare function sweep(recordings: readonly RecordingSource[], axes: readonly Axis[], { progress, failed, ...own }?: SweepOptions): Promise<Sweep>;
export interface RecordingSource {
    readonly name: string;
    readonly read: () => Recording | Promise<Recording>;
}
export interface Sweep {
    readonly ran: readonly string[];
    readonly cells: readonly Cell[];
}
export interface SweepOptions extends CustomParts {
    readonly progress?: ((done: number, runs: number) => void) | undefined;
    readonly failed?: ((name: string, error: unknown) => void) | undefined;
}

// src/replay/whatIf/caveats.d.ts
export type Caveat = 'asked otherwise' | 'borrowed' | 'unanswered' | 'answered live' | 'broke off' | 'stopped';

// src/replay/whatIf/outcome/answers.d.ts
export type PlayedAnswer = {
    readonly kind: 'heard';
    readonly waitMs: number;
} | {
    readonly kind: 'with the next';
} | {
    readonly kind: 'none';
};

// src/replay/whatIf/outcome/interruptions.d.ts
export interface PlayedInterruption {
    readonly atMs: number;
    readonly turn: number | null;
    readonly words: number;
    readonly isFalse: boolean;
}

// src/replay/whatIf/outcome/outcome.d.ts
export interface Outcome {
    readonly turns: readonly PlayedTurn[];
    readonly answers: readonly PlayedAnswer[];
    readonly interruptions: readonly PlayedInterruption[];
    readonly user: readonly SpeechSpan[];
    readonly agent: readonly SpeechSpan[];
}

// src/replay/whatIf/outcome/speech.d.ts
export interface SpeechSpan {
    readonly fromMs: number;
    readonly toMs: number;
    readonly text: string;
}

// src/replay/whatIf/outcome/turns.d.ts
export interface PlayedTurn {
    readonly turn: number;
    readonly recorded: number | null;
    readonly text: string;
    readonly committedMs: number;
    readonly quietMs: number;
    readonly audibleMs: number | null;
    readonly waitMs: number | null;
    readonly cutOff: boolean;
    readonly reply: EndReason | null;
    readonly heard: string;
}

// src/replay/whatIf/settings.d.ts
export type Changes = Readonly<Record<string, unknown>>;

// src/replay/whatIf/stop.d.ts
export interface WhatIfStop {
    readonly atMs: number;
    readonly kind: 'commit' | 'respond' | 'say' | 'cancel' | 'truncate' | 'go on';
    readonly recordedMs: number | null;
}

// src/replay/whatIf/summary.d.ts
export interface Summary {
    readonly turns: number;
    readonly unanswered: number;
    readonly waitMs: {
        readonly mean: number;
        readonly median: number;
        readonly p90: number;
    } | null;
    readonly cutOff: number;
    readonly interruptions: number;
    readonly falseInterruptions: number;
    readonly failed: number;
}

// src/replay/whatIf/live/liveAgents.d.ts
export type LiveAgent = Pick<Agent, 'name' | 'agents' | 'configure_session' | 'llm_response_handler'>;
export interface LiveAgents {
    readonly agent?: LiveAgent | undefined;
    readonly agents?: readonly LiveAgent[] | Readonly<Record<string, LiveAgent>> | undefined;
    readonly custom_data?: Record<string, unknown> | undefined;
}

// src/replay/whatIf/whatIf.d.ts
export declare function whatIf(recording: Recording, changes: Changes, options?: WhatIfOptions): Promise<WhatIf>;
export interface ComparedTurn {
    readonly turn: number;
    readonly text: string;
    readonly before: readonly PlayedTurn[];
    readonly after: readonly VariantTurn[];
    readonly joined: number | null;
}
export interface VariantTurn extends PlayedTurn {
    readonly caveats: readonly Caveat[];
}
export interface WhatIf {
    readonly changes: Changes;
    readonly before: Outcome;
    readonly after: Outcome;
    readonly stop: WhatIfStop | null;
    readonly figures: {
        readonly before: Summary;
        readonly after: Summary;
    };
    readonly rows: readonly ComparedTurn[];
    readonly differingTurns: readonly number[];
}
export interface WhatIfOptions extends CustomParts, LiveAgents {
}
