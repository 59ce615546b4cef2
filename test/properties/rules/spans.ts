import { entriesOf, type Entry, type EntryOf, type Recording } from '../recording.ts';

/**
 * The kinds of what lasts. `reply`: from its start to the end of its generation and of its sound, also while it is cut and waits to be
 * resumed.
 */
export type SpanKind = 'segment' | 'reply' | 'calls' | 'client away';

export interface Span {
  readonly kind: SpanKind;
  readonly fromMs: number;
  readonly toMs: number;
}

/** All that lasted, from its start to its end. What has no end lasts for ever. */
export function spansOf(recording: Recording): readonly Span[] {
  return [...stretchesOf(recording), ...suspensionsOf(recording)];
}

function stretchesOf({ entries }: Recording): readonly Span[] {
  const open = new Map<string, Span>();
  const spans: Span[] = [];
  for (const entry of entries) {
    const { atMs } = entry;
    for (const key of endedBy(entry, [...open.keys()])) {
      const span = open.get(key);
      if (span !== undefined) spans.push({ ...span, toMs: atMs });
      open.delete(key);
    }
    const begun = begunBy(entry);
    if (begun !== null && !open.has(begun.key))
      open.set(begun.key, { kind: begun.kind, fromMs: atMs, toMs: Number.POSITIVE_INFINITY });
  }
  return [...spans, ...open.values()];
}

/** The times from a cut to the utterance with which the same reply resumes. */
function suspensionsOf(recording: Recording): readonly Span[] {
  const stops = entriesOf(recording, 'playout').filter(({ value }) => value.kind === 'stopped');
  return entriesOf(recording, 'speech').flatMap(({ atMs: toMs, value }, at, all) => {
    if (value.kind !== 'started') return [];
    const before = all.slice(0, at).findLast((one) => one.value.kind === 'started')?.value;
    if (before?.kind !== 'started' || before.turn !== value.turn) return [];
    const cut = stops.find((stop) => stop.value.utterance === before.utterance);
    return cut === undefined ? [] : [{ kind: 'reply', fromMs: cut.atMs, toMs }];
  });
}

/** The times of at least `leastMs` in which nothing lasted. */
export function quietTimes(recording: Recording, leastMs: number): readonly Omit<Span, 'kind'>[] {
  const endMs = recording.endedMs ?? recording.quietMs;
  const spans = spansOf(recording).toSorted((a, b) => a.fromMs - b.fromMs);
  let quietSince = 0;
  return [...spans, { fromMs: endMs, toMs: endMs }].flatMap(({ fromMs, toMs }) => {
    const quiet = { fromMs: quietSince, toMs: Math.min(fromMs, endMs) };
    quietSince = Math.max(quietSince, toMs);
    return quiet.toMs - quiet.fromMs >= leastMs ? [quiet] : [];
  });
}

interface Beginning {
  readonly kind: SpanKind;
  readonly key: string;
}

function begunBy({ of, value }: Entry): Beginning | null {
  switch (of) {
    case 'activity':
      return value.kind === 'started' ? { kind: 'segment', key: `s${value.segment}` } : null;
    case 'reply':
      return value.kind === 'started' ? { kind: 'reply', key: `reply ${value.turn}` } : null;
    case 'speech':
      if (value.kind === 'started') return { kind: 'reply', key: `speech ${value.utterance}` };
      return value.kind === 'audio' ? { kind: 'reply', key: `sound ${value.utterance}` } : null;
    case 'functionCalls':
      return { kind: 'calls', key: `calls ${value.turn} ${value.round}` };
    case 'act':
      return value === 'disconnect' || value === 'freeze' ? { kind: 'client away', key: value } : null;
    default:
      return null;
  }
}

/** The keys of all that an entry ends. */
function endedBy({ of, value }: Entry, open: readonly string[]): readonly string[] {
  switch (of) {
    case 'activity':
      return value.kind === 'ended' ? [`s${value.segment}`] : [];
    case 'reply':
      return endedByReply(value, open);
    case 'speech':
      return value.kind === 'ended' ? [`speech ${value.utterance}`] : [];
    case 'playout':
      return value.kind === 'stopped' ? [`sound ${value.utterance}`] : [];
    case 'functionResults':
      return [`calls ${value.turn} ${value.round}`];
    case 'act':
      return value.endsWith(' over') ? [value.slice(0, -' over'.length)] : [];
    default:
      return [];
  }
}

/** The next reply ends a sound of which nothing was played. */
function endedByReply({ kind, turn }: EntryOf<'reply'>['value'], open: readonly string[]): readonly string[] {
  if (kind === 'started') return open.filter((key) => key.startsWith('sound '));
  return kind === 'ended' ? [`reply ${turn}`] : [];
}
