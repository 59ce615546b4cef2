export declare function createSignal(samples: number, seed: number): Int16Array;
export declare const SIGNALS: Readonly<Record<'short' | 'long' | 'silent', Int16Array>>;
