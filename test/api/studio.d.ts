// src/cli/studio/serveStudio.d.ts
export declare function serveStudio(path: string, options?: ServeStudioOptions): Promise<RunningStudio>;
export interface RunningStudio {
    readonly url: string;
    urlOf(id: string): string;
    close(): Promise<void>;
}
export interface ServeStudioOptions {
    readonly port?: number | undefined;
    readonly prices?: Prices | undefined;
    readonly session?: string | undefined;
}

// src/session/usage/prices.d.ts
export interface Prices {
    readonly currency: string;
    readonly stt?: ProviderPrices | undefined;
    readonly tts?: ProviderPrices | undefined;
    readonly llm?: Readonly<Record<string, TokenPrice>> | undefined;
}
