// src/replay/exact/compare.d.ts
export interface Difference {
    readonly recorded: OutLine | null;
    readonly replayed: OutLine | null;
}

// src/replay/ownParts.d.ts
export type OwnParts = Pick<SessionOptions, 'splice' | 'stages'>;

// src/replay/replay.d.ts
export declare function replay(recording: Recording, own?: OwnParts): Promise<Replay>;
export interface Replay {
    readonly difference: Difference | null;
    readonly picture: string;
}
