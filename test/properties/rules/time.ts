import { entriesOf, type Entry, type Recording } from '../recording.ts';
import { areFirst } from './replies.ts';

/** Within this time the client has reported how much it played of what was cut, or it is assumed. A tick may begin within a ms. */
const CUT_MS = 251;
/** No function is waited for longer. */
const CALL_MS = 30_000;
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

/** What is cut has its stop and its message soon, whatever the client reports. */
export function cutsAreToldInTime(recording: Recording): readonly string[] {
  const stops = entriesOf(recording, 'playout').filter(({ value }) => value.kind === 'stopped');
  const sent = entriesOf(recording, 'playout').filter(({ value }) => value.kind === 'sent');
  return entriesOf(recording, 'speech').flatMap(({ atMs, value: cut }) => {
    if (cut.kind !== 'ended' || cut.reason !== 'interrupted') return [];
    const isOfIt = ({ value }: (typeof stops)[number]): boolean => value.utterance === cut.utterance;
    const wasHeard = sent.some((one) => isOfIt(one) && one.atMs < atMs);
    const stop = stops.find(isOfIt);
    return wasHeard && (stop === undefined || stop.atMs > atMs + CUT_MS)
      ? [`${atMs} ${cut.utterance} is cut, and told of at ${stop?.atMs}`]
      : [];
  });
}

/** Calls have their results, whatever their functions do, when nobody waits for a function any more. */
export function callsAreSettledInTime(recording: Recording): readonly string[] {
  const settled = new Map(
    entriesOf(recording, 'functionResults')
      .filter(areFirst)
      .map(({ atMs, value }) => [`${value.turn} ${value.round}`, atMs]),
  );
  return entriesOf(recording, 'functionCalls').flatMap(({ atMs, value }) => {
    const at = settled.get(`${value.turn} ${value.round}`);
    return at !== undefined && at <= atMs + CALL_MS
      ? []
      : [`${atMs} calls of turn ${value.turn} have results at ${at}`];
  });
}
