// src/record/redact.d.ts
export type Redact = (text: string, key: string) => string;

// src/session/telemetry.d.ts
export interface SessionTelemetry {
    readonly kind: 'telemetry';
}

// src/telemetry/createTelemetry.d.ts
export declare function createTelemetry(options?: TelemetryOptions): SessionTelemetry;
export interface TelemetryOptions {
    readonly content?: boolean | undefined;
    readonly redact?: Redact | undefined;
    readonly agent_name?: string | undefined;
    readonly provider?: string | undefined;
    readonly model?: string | undefined;
    readonly tracer?: Tracer | undefined;
    readonly now?: (() => number) | undefined;
}
