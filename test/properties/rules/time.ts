import type { Entry, Recording } from '../recording.ts';

/** A reply under way brings a sound, an end or a reported reason within this time. */
const SILENCE_MS = 12_000;

/** No reply is silent for long without a reported reason. */
export function noSilenceIsUnexplained({ entries, endedMs, quietMs }: Recording): readonly string[] {
  const faults: string[] = [];
  let underWay = false;
  let since = 0;
  const end = Math.min(endedMs ?? quietMs, quietMs);
  for (const entry of [...entries, { atMs: end, of: 'act', value: 'ended' } as const]) {
    if (underWay && isSign(entry) && entry.atMs - since > SILENCE_MS)
      faults.push(`${entry.atMs} nothing was heard or told of the reply since ${since}`);
    if (isSign(entry)) since = entry.atMs;
    if (entry.of === 'reply' && entry.value.kind === 'started') underWay = true;
    if (isOver(entry)) underWay = false;
  }
  return faults;
}

function isSign(entry: Entry): boolean {
  if (entry.of === 'reply') return entry.value.kind === 'started' || entry.value.kind === 'ended';
  return entry.of === 'playout' || entry.of === 'error' || (entry.of === 'act' && entry.value === 'ended');
}

function isOver({ of, value }: Entry): boolean {
  return (of === 'reply' && value.kind === 'ended') || (of === 'playout' && value.kind === 'stopped');
}
