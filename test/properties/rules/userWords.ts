import { entriesOf, type Recording } from '../recording.ts';
import { remarksOf } from '../scenario.ts';
import { clearedSegments } from './modes.ts';
import { spansOf, type Span } from './spans.ts';

/** Speech of one VAD segment. */
export interface SegmentTimes {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly voicedMs: number;
  readonly lastVoicedAt: number;
}

/** A word of the user that counts: typed, of a final, or of the interim that stands in for one. */
export interface UserWord {
  readonly word: string;
  readonly atMs: number;
  /** Null: it was typed. */
  readonly segment: number | null;
}

export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** The words that were typed or recognised for good, but for finals that were dropped with a diagnostic. */
export function knownWords(recording: Recording): readonly UserWord[] {
  const dropped = entriesOf(recording, 'error').filter(({ value }) => value.code === 'late_transcript');
  const cleared = clearedSegments(recording);
  const finals = entriesOf(recording, 'transcript').filter(
    ({ atMs, value: { kind, segment } }) =>
      kind === 'final' &&
      !cleared.has(segment) &&
      !dropped.some((error) => error.atMs === atMs && error.value.details.segment === segment),
  );
  return [
    ...finals.flatMap(({ atMs, value: { text, segment } }) => wordsOf(text).map((word) => ({ word, atMs, segment }))),
    ...entriesOf(recording, 'textIn').flatMap(({ atMs, value }) =>
      wordsOf(value).map((word) => ({ word, atMs, segment: null })),
    ),
  ];
}

/** The words of interims that no final has replaced, not even a blank one that withdraws them. */
export function standInWords(recording: Recording): readonly UserWord[] {
  const transcripts = entriesOf(recording, 'transcript');
  const segments = segmentTimes(recording);
  const cleared = clearedSegments(recording);
  return [...segments].flatMap(([segment, { endedAt }]) => {
    if (cleared.has(segment)) return [];
    const last = transcripts.findLast(({ value }) => value.segment === segment);
    if (last === undefined || last.value.kind === 'final' || last.atMs > endedAt) return [];
    return wordsOf(last.value.text).map((word) => ({ word, atMs: last.atMs, segment }));
  });
}

export function segmentTimes(recording: Recording): ReadonlyMap<number, SegmentTimes> {
  const times = new Map<number, SegmentTimes>();
  for (const { atMs, value } of entriesOf(recording, 'activity')) {
    if (value.kind === 'truncated') continue;
    const { segment, voicedMs, lastVoicedMs } = value;
    const { startedAt = atMs } = times.get(segment) ?? {};
    const lastVoicedAt = atMs - (value.atMs - lastVoicedMs);
    const endedAt = value.kind === 'ended' ? atMs : Number.POSITIVE_INFINITY;
    times.set(segment, { startedAt, endedAt, voicedMs, lastVoicedAt });
  }
  return times;
}

/**
 * Tells which words may be dropped: the backchannels and remarks of segments during which, or until their words were known, a reply was
 * under way.
 */
export function findBackchannels(recording: Recording): (spoken: UserWord) => boolean {
  const backchannels = new Set(remarksOf(recording.scenario));
  if (backchannels.size === 0) return () => false;
  const segments = segmentTimes(recording);
  const replies = [...spansOf(recording).filter(({ kind }) => kind === 'reply'), ...cutsOf(recording)];
  const { stt, modes } = recording.scenario;
  const finalTimeoutMs = modes?.standIns.stt === true ? 2 * stt.finalTimeoutMs + 100 : stt.finalTimeoutMs;
  return ({ word, atMs, segment }) => {
    const times = segment === null ? undefined : segments.get(segment);
    if (!backchannels.has(word) || times === undefined) return false;
    return replies.some(overlaps(times.startedAt, Math.max(atMs, times.endedAt + finalTimeoutMs)));
  };
}

/** The times in which a reply that was cut may be taken up again: until the next one begins. */
function cutsOf(recording: Recording): readonly Span[] {
  const starts = entriesOf(recording, 'reply').filter(({ value }) => value.kind === 'started');
  return entriesOf(recording, 'playout').flatMap(({ atMs: fromMs, value }) => {
    if (value.kind !== 'stopped' || value.whole) return [];
    const toMs = starts.find(({ atMs }) => atMs > fromMs)?.atMs ?? Number.POSITIVE_INFINITY;
    return [{ kind: 'reply', fromMs, toMs }];
  });
}

/** Returns whether a span touches the time between. */
export function overlaps(fromMs: number, toMs: number): (span: Span) => boolean {
  return (span) => span.fromMs <= toMs && span.toMs >= fromMs;
}
