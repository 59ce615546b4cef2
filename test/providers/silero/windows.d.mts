export function createWindows(sampleRate: 8000 | 16_000, count: number): Int16Array[];
