import type { WordTiming } from '../../../core/turn.ts';
import type { RealtimeEvent } from './events.ts';
import type { Response } from './responses.ts';

/** The place in an utterance at which an item begins. */
export interface Start {
  /** The number of items before it. */
  readonly item: number;
  readonly char: number;
  readonly sample: number;
}

/** An utterance of the agent, or a part of it, as an item of a response. */
export interface Utterance {
  /** Id of the utterance. */
  readonly name: string;
  readonly itemId: string;
  readonly start: Start;
  readonly response: Response;
  readonly outputIndex: number;
  transcript: string;
  sentSamples: number;
  phase: 'waiting' | 'audible' | 'over';
  isCut: boolean;
  /** Number of samples that the user heard before the cut. */
  heardSamples: number | undefined;
  /** The length at which the text before calls ends, in samples. */
  roundEnd: number | undefined;
}

/** The properties of an agent item that a client can query. */
export interface SentItem {
  readonly sentMs: number;
  /** Whether it was cut, or its response cancelled. */
  readonly isCut: boolean;
  /** The position at which the user stopped hearing the item; undefined until it is known. */
  readonly endMs: number | undefined;
}

interface Place {
  readonly response_id: string;
  readonly item_id: string;
  readonly output_index: number;
  readonly content_index: number;
}

/** Returns the place of an utterance in its response. */
export function placeOf({ response, itemId, outputIndex }: Utterance): Place {
  return { response_id: response.id, item_id: itemId, output_index: outputIndex, content_index: 0 };
}

const BEGINNING: Start = { item: 0, char: 0, sample: 0 };

/** Creates an utterance, or the part of it that begins at `start`. */
export function createUtterance(name: string, response: Response, start: Start = BEGINNING): Utterance {
  return {
    name,
    itemId: toItemId(name, start.item),
    start,
    response,
    outputIndex: response.outputs.length,
    transcript: '',
    sentSamples: 0,
    phase: start.item === 0 ? 'waiting' : 'audible',
    isCut: false,
    heardSamples: undefined,
    roundEnd: undefined,
  };
}

function toItemId(name: string, item: number): string {
  return item === 0 ? `item_agent_${name}` : `item_agent_${name}_${item}`;
}

/** Creates the events about when words are spoken, as those of Azure Voice Live. `startMs`: where the item begins. */
export function toTimestamps(
  utterance: Utterance,
  words: readonly WordTiming[],
  startMs: number,
): readonly RealtimeEvent[] {
  const { char } = utterance.start;
  const own = words.filter(({ from }) => from >= char);
  return own.map((word) => ({
    type: 'response.audio_timestamp.delta',
    ...placeOf(utterance),
    timestamp_type: 'word',
    text: utterance.transcript.slice(word.from - char, word.to - char),
    audio_offset_ms: Math.round(word.startMs - startMs),
    audio_duration_ms: Math.round(word.endMs - word.startMs),
  }));
}
