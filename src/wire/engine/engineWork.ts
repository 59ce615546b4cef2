/** The work that an engine on this machine has done since the process began. */
export interface EngineWork {
  readonly provider: string;
  readonly kind: 'stt' | 'tts';
  readonly model: string;
  /** Audio that it recognised or spoke, in s. */
  readonly audioSeconds: number;
  /** Time that it took for that, in s. Divided by `audioSeconds`, it is the real-time factor. */
  readonly busySeconds: number;
}

const works = new Map<string, EngineWork>();

/** Adds to the work of an engine. */
export function recordEngineWork({ provider, kind, model, audioSeconds, busySeconds }: EngineWork): void {
  const key = JSON.stringify([provider, kind, model]);
  const before = works.get(key);
  works.set(key, {
    provider,
    kind,
    model,
    audioSeconds: audioSeconds + (before?.audioSeconds ?? 0),
    busySeconds: busySeconds + (before?.busySeconds ?? 0),
  });
}

/** Lists the work of all engines. */
export function listEngineWork(): readonly EngineWork[] {
  return [...works.values()];
}
