import type { Recording } from '../recording.ts';
import { msOfSamples } from '../../../src/core/audio.ts';

/** Of the voice, in Hz. */
const RATE = 16_000;

/** What the agent must not do now, as the entries have it so far. */
interface Watch {
  /** The open segment, unless it is noise. */
  open: number | null;
  connected: boolean;
  /** When all that was sent is played, by the pacing clock. */
  playsUntilMs: number;
  sent: Map<string, number>;
  /** Utterances of which nothing may leave any more. */
  readonly over: Set<string>;
}

/**
 * No audio begins over an open segment that is not noise, neither the first of an utterance nor after a silence inside it,
 * nor while the client is away; and nothing leaves of an utterance that was cut or has stopped.
 */
export function audioKeepsOut({ entries, scenario }: Recording): readonly string[] {
  const watch: Watch = { open: null, connected: true, playsUntilMs: -1, sent: new Map(), over: new Set() };
  const faults: string[] = [];
  const rate = scenario.client.outputSampleRate ?? RATE;
  for (const { atMs, of, value } of entries) {
    if (of === 'activity' && value.kind === 'started') watch.open = value.segment;
    if (of === 'activity' && value.kind === 'ended') watch.open = null;
    if (of === 'error' && value.code === 'noise') watch.open = null;
    if (of === 'speech' && value.kind === 'ended' && value.reason === 'interrupted') watch.over.add(value.utterance);
    if (of === 'playout' && value.kind === 'stopped') {
      watch.over.add(value.utterance);
      watch.playsUntilMs = Math.min(watch.playsUntilMs, atMs);
    }
    if (of === 'act' && value === 'disconnect') watch.connected = false;
    if (of === 'act' && value === 'disconnect over') watch.connected = true;
    if (of !== 'playout' || value.kind !== 'sent') continue;
    const before = watch.sent.get(value.utterance) ?? 0;
    const begins = before === 0 || atMs > watch.playsUntilMs + 1;
    const where = `${atMs} ${value.utterance}`;
    if (watch.over.has(value.utterance)) faults.push(`${where}: audio leaves after the end`);
    if (!watch.connected) faults.push(`${where}: audio leaves, though the client is away`);
    if (begins && watch.open !== null) faults.push(`${where}: audio begins over segment ${watch.open}`);
    const ms = msOfSamples(value.samples - before, rate);
    watch.playsUntilMs = Math.max(watch.playsUntilMs, atMs) + ms;
    watch.sent.set(value.utterance, value.samples);
  }
  return faults;
}
