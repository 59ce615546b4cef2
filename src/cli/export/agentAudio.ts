import { concatSamples, msOfSamples } from '../../core/audio.ts';
import { groupBy } from '../../core/groupBy.ts';
import type { Incoming, Recording, WrittenPlayoutAudio } from '../../record/format.ts';
import { allIn, allOut, ofKind, type TimedValue } from '../../replay/lines.ts';
import { decodeSamples, type PlacedAudio } from './placedAudio.ts';

/** Places the agent's audio where the client played it. Omits audio that was cleared before it was heard. */
export function placeAgentAudio({ lines }: Recording): readonly PlacedAudio[] {
  const playout = allOut(lines, 'playout');
  const frames = groupBy(ofKind(playout, 'audio'), ({ v }) => v.utterance);
  const reports = groupBy(allIn(lines, 'report'), ({ v }) => v.utterance);
  const stops = new Map(ofKind(playout, 'stopped').map((stop) => [stop.v.utterance, stop.v.samples] as const));
  const endMs = lines.at(-1)?.t ?? 0;
  return ofKind(playout, 'started').flatMap(({ t, v: { utterance, lateMs = 0 } }) => {
    const own = frames.get(utterance) ?? [];
    const placed = placeFrames(own, t - lateMs);
    const late = delaysOf(reports.get(utterance) ?? [], placed);
    return joinFrames(applyDelays(placed, late), { samples: stops.get(utterance) ?? Number.POSITIVE_INFINITY, endMs });
  });
}

/** A frame with its playing time and the number of samples of its utterance before it. */
interface PlacedFrame {
  readonly fromMs: number;
  readonly before: number;
  readonly rate: number;
  readonly samples: Int16Array;
}

/** A frame that is due more than this after the end of its predecessor leaves a gap, in ms. */
const GAP_MS = 20;

/** Places frames one after the other. A frame sent after the end of all earlier ones leaves a gap. */
function placeFrames(frames: readonly TimedValue<WrittenPlayoutAudio>[], startMs: number): readonly PlacedFrame[] {
  const sentMs = frames[0]?.t ?? 0;
  let [fromMs, before] = [startMs, 0];
  return frames.map(({ t, v }) => {
    const due = startMs + (t - sentMs);
    if (due - fromMs > GAP_MS) fromMs = due;
    const placed = { fromMs, before, rate: v.rate, samples: decodeSamples(v) };
    fromMs += msOfSamples(v.samples, v.rate);
    before += v.samples;
    return placed;
  });
}

/** A delay: from this sample of an utterance on, its audio was played later. */
interface Delay {
  readonly sample: number;
  readonly byMs: number;
}

/** Smallest reported delay that counts, in ms, because network jitter affects the reports. */
const LATE_MS = 150;

/** Finds where playback stalled: the client reports a position later than the audio before it accounts for. */
function delaysOf(
  reports: readonly TimedValue<Incoming['report']>[],
  frames: readonly PlacedFrame[],
): readonly Delay[] {
  const delays: Delay[] = [];
  let [sample, totalMs] = [0, 0];
  for (const { t, v } of reports) {
    if (v.kind !== 'position' && v.kind !== 'finished') continue;
    const dueMs = timeOf(v.playedSamples, frames) + totalMs;
    const byMs = t - dueMs;
    if (v.kind === 'position' && byMs > LATE_MS) {
      delays.push({ sample, byMs });
      totalMs += byMs;
    }
    sample = v.playedSamples;
  }
  return delays;
}

/** Returns the time at which this many samples have been played. */
function timeOf(samples: number, frames: readonly PlacedFrame[]): number {
  const frame = frames.findLast(({ before }) => before <= samples) ?? frames[0];
  return frame === undefined
    ? Number.POSITIVE_INFINITY
    : frame.fromMs + msOfSamples(samples - frame.before, frame.rate);
}

function applyDelays(frames: readonly PlacedFrame[], delays: readonly Delay[]): readonly PlacedFrame[] {
  if (delays.length === 0) return frames;
  return frames.map((frame) => {
    const byMs = delays.reduce((sum, { sample, byMs: own }) => (frame.before >= sample ? sum + own : sum), 0);
    return { ...frame, fromMs: frame.fromMs + byMs };
  });
}

/** Joins consecutive frames, up to the last sample that was heard. */
function joinFrames(
  frames: readonly PlacedFrame[],
  heard: { readonly samples: number; readonly endMs: number },
): readonly PlacedAudio[] {
  const pieces: { fromMs: number; toMs: number; rate: number; parts: Int16Array[] }[] = [];
  for (const { fromMs, before, rate, samples } of frames) {
    const untilEnd = Math.max(0, Math.floor(((heard.endMs - fromMs) * rate) / 1000));
    const own = samples.subarray(0, Math.max(0, Math.min(heard.samples - before, untilEnd)));
    if (own.length === 0) continue;
    const last = pieces.at(-1);
    const toMs = fromMs + msOfSamples(own.length, rate);
    if (last === undefined || last.rate !== rate || fromMs - last.toMs > 1)
      pieces.push({ fromMs, toMs, rate, parts: [own] });
    else {
      last.parts.push(own);
      last.toMs = toMs;
    }
  }
  return pieces.map(({ fromMs, rate, parts }) => ({ fromMs, rate, samples: concatSamples(parts) }));
}
