import type { FirstByte } from '../../core/usage.ts';
import type { SpeechEvent } from '../../core/turn.ts';
import type { MetricEvent, TimedEvent } from '../metrics/metricEvent.ts';

/** The requests to providers that have not been answered. */
export interface FirstByteState {
  /** When the segments ended whose words are awaited. */
  readonly segments: ReadonlyMap<number, number>;
  readonly call: { readonly turn: number; readonly round: number; readonly at: number } | null;
  /** The latest utterance; `at`: when its first text was sent. */
  readonly utterance: { readonly id: string; readonly at: number | null } | null;
  /** The answer that the last event was, without the name of its provider. */
  readonly found: Answered | null;
}

type Answered = Pick<FirstByte, 'kind' | 'ms'>;

/** Segments that are never settled are forgotten. */
const MAX_SEGMENTS = 32;

export const initialFirstBytes: FirstByteState = { segments: new Map(), call: null, utterance: null, found: null };

/** Applies an event. Frames of the agent's audio pass here, too: they return the same state. */
export function updateFirstBytes(before: FirstByteState, { event, now }: TimedEvent): FirstByteState {
  const { segments, call, utterance } = before;
  switch (event.kind) {
    case 'ended':
      return { segments: addSegment(segments, event.segment, now), call, utterance, found: null };
    case 'settled':
      return settle(before, event, now);
    case 'called':
      return { segments, call: { turn: event.turn, round: event.round, at: now }, utterance, found: null };
    case 'chunk':
      if (call?.turn !== event.turn || call.round !== event.round) return withoutFound(before);
      return { segments, call: null, utterance, found: { kind: 'llm', ms: now - call.at } };
    case 'speech':
      return addSpeech(before, event.event, now);
    default:
      return withoutFound(before);
  }
}

function withoutFound(state: FirstByteState): FirstByteState {
  const { segments, call, utterance, found } = state;
  return found === null ? state : { segments, call, utterance, found: null };
}

function addSegment(segments: FirstByteState['segments'], segment: number, now: number): FirstByteState['segments'] {
  return new Map([...segments, [segment, now] as const].slice(-MAX_SEGMENTS));
}

/** A segment that is settled while it is open, as noise, has not been asked for. */
function settle(
  state: FirstByteState,
  { segment, by }: Extract<MetricEvent, { readonly kind: 'settled' }>,
  now: number,
): FirstByteState {
  const at = state.segments.get(segment);
  if (at === undefined) return withoutFound(state);
  const { call, utterance } = state;
  const segments = new Map(state.segments);
  segments.delete(segment);
  const isAnswer = by === 'final' || by === 'empty';
  return { segments, call, utterance, found: isAnswer ? { kind: 'stt', ms: now - at } : null };
}

function addSpeech(state: FirstByteState, event: SpeechEvent, now: number): FirstByteState {
  const { segments, call, utterance } = state;
  const { kind, utterance: id } = event;
  if (kind === 'started') return { segments, call, utterance: { id, at: null }, found: null };
  if (utterance === null || utterance.id !== id) return withoutFound(state);
  if (kind === 'text' && utterance.at === null) return { segments, call, utterance: { id, at: now }, found: null };
  if (kind !== 'audio' || utterance.at === null) return withoutFound(state);
  return { segments, call, utterance: null, found: { kind: 'tts', ms: now - utterance.at } };
}
