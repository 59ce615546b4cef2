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
  /** Whether another item has the rest of the utterance. */
  isDivided: boolean;
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
