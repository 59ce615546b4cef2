// src/client/call.d.ts
export interface CallOptions {
    readonly sessionsUrl?: string | undefined;
    readonly startSession?: StartSession | undefined;
    readonly resume?: KeptSession | undefined;
    readonly customData?: Readonly<Record<string, unknown>> | undefined;
    readonly microphone?: boolean | undefined;
    readonly frameMs?: 20 | 40 | 60 | undefined;
}

// src/react/createSessionStore.d.ts
export interface External<T> {
    readonly subscribe: (listener: () => void) => () => void;
    readonly get: () => T;
}
export type Levels = CallEvents['level'];
export interface SessionControls {
    readonly start: () => Promise<void>;
    readonly resume: (session: KeptSession) => Promise<void>;
    readonly keep: () => KeptSession | null;
    readonly end: () => Promise<void>;
    readonly say: (text: string) => void;
    readonly interrupt: () => void;
    readonly press: (digit: Digit) => void;
    readonly mute: (muted: boolean) => void;
}

// src/react/sessionView.d.ts
export interface SessionView {
    readonly state: CallPhase;
    readonly activity: ConversationState;
    readonly transcript: Transcript;
    readonly muted: boolean;
    readonly error: Error | null;
    readonly ended: CallEnd | null;
}

// src/react/useSession.d.ts
export declare function useLevel({ levels }: Pick<Session, 'levels'>): Levels;
export declare function useSession(options?: CallOptions): Session;
export interface Session extends SessionView, SessionControls {
    readonly levels: External<Levels>;
}
