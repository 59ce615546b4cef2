import { durationMs, type AudioFrame } from '../../core/audio.ts';
import type { RecogniserTurnState } from '../../core/speech.ts';
import { loudness } from '../audio.ts';
import type { SttSegment } from './sttSegment.ts';

/** When a double detects the ends of turns. */
export interface SttTurnBehaviour {
  /** Silence after which the turn may be over, in ms. Default: never. */
  readonly eagerMs?: number | undefined;
  /** Silence after which the turn is over, in ms. Default: never. */
  readonly endMs?: number | undefined;
}

/** Audio between two reports, in ms. */
const REPORT_MS = 250;

/**
 * Adds findings about the turn to the events of a segment, from its first word on: after silence, measured in samples,
 * and every 250 ms the current state.
 */
export function withTurns(segment: SttSegment, number: number, behaviour: SttTurnBehaviour): SttSegment {
  const follow = createTurn(behaviour);
  let hasWords = false;
  return (input) => {
    const events = segment(input);
    if (input.kind !== 'audio') return events;
    hasWords ||= events.some(({ events: some }) => some !== 'break' && some.some((event) => 'text' in event));
    const { state, atMs } = follow(input.frame, hasWords);
    if (state === undefined) return events;
    return [...events, { afterMs: 0, events: [{ kind: 'turn', segment: number, state, atMs }] }];
  };
}

interface Found {
  /** The state to report; undefined if there is nothing to report. */
  readonly state: RecogniserTurnState | undefined;
  /** End of the audio so far. */
  readonly atMs: number;
}

function createTurn({
  eagerMs = Number.POSITIVE_INFINITY,
  endMs = Number.POSITIVE_INFINITY,
}: SttTurnBehaviour): (frame: AudioFrame, hasWords: boolean) => Found {
  let [atMs, silentMs, reportedMs] = [0, 0, 0];
  let phase: 'ongoing' | 'eager' | 'ended' = 'ongoing';
  const change = (): RecogniserTurnState | undefined => {
    const before = phase;
    if (silentMs >= endMs) phase = 'ended';
    else phase = silentMs >= eagerMs ? 'eager' : 'ongoing';
    if (phase === before) return undefined;
    if (phase === 'ongoing') return before === 'eager' ? 'resumed' : 'update';
    return phase === 'ended' ? 'end' : 'eager_end';
  };
  return (frame, hasWords) => {
    atMs += durationMs(frame);
    silentMs = loudness(frame.samples) > 0 ? 0 : silentMs + durationMs(frame);
    if (!hasWords) return { state: undefined, atMs };
    const repeated = phase === 'ended' ? 'end' : 'update';
    const state = change() ?? (atMs - reportedMs >= REPORT_MS ? repeated : undefined);
    if (state !== undefined) reportedMs = atMs;
    return { state, atMs };
  };
}
