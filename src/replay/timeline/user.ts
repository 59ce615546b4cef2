import { groupBy } from '../../core/groupBy.ts';
import { addLevel, type Envelope } from '../../draw/envelope.ts';
import type { Gap, Span, Window, TranscriptSpan } from '../../draw/model.ts';
import { addWords } from '../../draw/addWords.ts';
import type { Head, Incoming, Outgoing } from '../../record/format.ts';
import { lastVoicedAt, ofKind, type TimedValue } from '../lines.ts';
import { incoming, outgoing, typedOf, type Trace } from './lines.ts';

/** Returns the level of each of the user's frames, if their audio was kept. */
export function microphoneOf(trace: Trace): Envelope {
  return incoming(trace, 'audio').reduce<Envelope>(
    (envelope, { t, v: { pcm, samples, rate } }) =>
      pcm === undefined ? envelope : addLevel(envelope, t - (samples / rate) * 1000, rms(pcm)),
    [],
  );
}

/** Places each probability over its own window. They arrive in bursts, as frames do, but their audio has no gaps. */
export function windowsOf({ ports: { vad } }: Head, trace: Trace): readonly Window[] {
  const lengthMs = (vad.windowSamples / vad.sampleRate) * 1000;
  return stretchesOf(incoming(trace, 'vad'), lengthMs).flatMap(({ earliestMs, windows }) =>
    windows.map(({ v: probability }, index) => {
      const fromMs = earliestMs + index * lengthMs;
      return { fromMs, toMs: fromMs + lengthMs, probability };
    }),
  );
}

/** Returns speech as the VAD reports it, including its delays. */
export function speechOf(trace: Trace): readonly Span[] {
  return segmentsOf(trace).map(({ started, ended }) => ({ fromMs: started.t, toMs: ended?.t ?? null }));
}

/** Returns the voiced spans, from the first voiced window of a segment to its last. */
export function voicedOf(trace: Trace): readonly Span[] {
  return segmentsOf(trace).map(({ started, ended }) => ({
    fromMs: voiceStart(started),
    toMs: ended === undefined ? null : lastVoicedAt(ended),
  }));
}

/** Returns transcripts and typed texts. */
export function wordsOf(trace: Trace): readonly TranscriptSpan[] {
  const began = new Map(segmentsOf(trace).map(({ started }) => [started.v.segment, voiceStart(started)]));
  const spoken = outgoing(trace, 'transcript').map(({ t: atMs, v: { segment, kind, text } }) => {
    const beganMs = began.get(segment) ?? null;
    return { atMs, beganMs, utterance: `s${segment}`, text, final: kind === 'final' };
  });
  const typed = typedOf(trace).map(({ t: atMs, v: text }, index) => {
    return { atMs, beganMs: null, utterance: `t${index}`, text, final: true };
  });
  return [...spoken, ...typed]
    .filter(({ text }) => text !== '')
    .sort((one, other) => one.atMs - other.atMs)
    .reduce<readonly TranscriptSpan[]>(addWords, []);
}

/** Returns the gaps in which the user is muted or disconnected, or lines of the recording are missing. */
export function gapsOf(trace: Trace): readonly Gap[] {
  const muted = selectSpans(incoming(trace, 'muted'), true).map((span) => ({ ...span, kind: 'muted' as const }));
  const away = selectSpans(incoming(trace, 'connected'), false);
  const disconnected = away.map((span) => ({ ...span, kind: 'disconnected' as const }));
  const missing = trace.lines.flatMap((line, index) =>
    'dropped' in line ? [{ fromMs: trace.lines[index - 1]?.t ?? 0, toMs: line.t, kind: 'not recorded' as const }] : [],
  );
  return [...muted, ...disconnected, ...missing].sort((one, other) => one.fromMs - other.fromMs);
}

/** A window that lags the earliest one of its stretch by more than this starts a new stretch, in ms. */
const JITTER_MS = 150;
/** Maximum length of a stretch, in ms, because the clocks of microphone and session drift apart. */
const STRETCH_MS = 30_000;

/** A stretch of audio without a gap. */
interface Stretch {
  /** Its start according to the least delayed window; the others waited in a buffer. */
  readonly earliestMs: number;
  readonly windows: readonly TimedValue<number>[];
}

function stretchesOf(scores: readonly TimedValue<number>[], lengthMs: number): readonly Stretch[] {
  const stretches: { earliestMs: number; windows: TimedValue<number>[] }[] = [];
  for (const window of scores) {
    const last = stretches.at(-1);
    const beganMs = window.t - ((last?.windows.length ?? 0) + 1) * lengthMs;
    const isNext = last !== undefined && last.windows.length * lengthMs < STRETCH_MS;
    if (!isNext || beganMs - last.earliestMs >= JITTER_MS)
      stretches.push({ earliestMs: window.t - lengthMs, windows: [window] });
    else {
      last.windows.push(window);
      last.earliestMs = Math.min(last.earliestMs, beganMs);
    }
  }
  return stretches;
}

interface Segment {
  readonly started: TimedValue<Extract<Outgoing['activity'], { kind: 'started' }>>;
  readonly ended: TimedValue<Extract<Outgoing['activity'], { kind: 'ended' }>> | undefined;
}

function segmentsOf(trace: Trace): readonly Segment[] {
  const activity = outgoing(trace, 'activity');
  const ends = groupBy(ofKind(activity, 'ended'), ({ v }) => v.segment);
  return ofKind(activity, 'started').map((started) => ({
    started,
    ended: ends.get(started.v.segment)?.[0],
  }));
}

/** Returns the time at which voice started. All windows at the start of a segment are voiced. */
function voiceStart({ t, v: { voicedMs } }: Segment['started']): number {
  return t - voicedMs;
}

/** Selects the spans during which a switch had the value `at`. */
function selectSpans(values: readonly TimedValue<Incoming['muted']>[], at: boolean): readonly Span[] {
  const changes = values.filter(({ v }, index) => v !== values[index - 1]?.v);
  return changes.flatMap(({ t, v }, index) => (v === at ? [{ fromMs: t, toMs: changes[index + 1]?.t ?? null }] : []));
}

function rms(pcm: string): number {
  const bytes = Buffer.from(pcm, 'base64');
  const count = Math.floor(bytes.length / 2);
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += (bytes.readInt16LE(at * 2) / 32_768) ** 2;
  return count === 0 ? 0 : Math.sqrt(sum / count);
}
