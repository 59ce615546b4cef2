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
  const state = before.found === null ? before : { ...before, found: null };
  switch (event.kind) {
    case 'ended':
      return { ...state, segments: addSegment(state.segments, event.segment, now) };
    case 'settled':
      return settle(state, event, now);
    case 'called':
      return { ...state, call: { turn: event.turn, round: event.round, at: now } };
    case 'chunk': {
      const { call } = state;
      if (call?.turn !== event.turn || call.round !== event.round) return state;
      return { ...state, call: null, found: { kind: 'llm', ms: now - call.at } };
    }
    case 'speech':
      return addSpeech(state, event.event, now);
    default:
      return state;
  }
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
  if (at === undefined) return state;
  const segments = new Map(state.segments);
  segments.delete(segment);
  const isAnswer = by === 'final' || by === 'empty';
  return { ...state, segments, found: isAnswer ? { kind: 'stt', ms: now - at } : null };
}

function addSpeech(state: FirstByteState, event: SpeechEvent, now: number): FirstByteState {
  if (event.kind === 'started') return { ...state, utterance: { id: event.utterance, at: null } };
  const { utterance } = state;
  if (utterance === null || utterance.id !== event.utterance) return state;
  if (event.kind === 'text' && utterance.at === null) return { ...state, utterance: { ...utterance, at: now } };
  if (event.kind !== 'audio' || utterance.at === null) return state;
  return { ...state, utterance: null, found: { kind: 'tts', ms: now - utterance.at } };
}
