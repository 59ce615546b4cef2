import type { Response } from './responses.ts';

/** An utterance of the agent, as an item of a response. */
export interface Utterance {
  readonly itemId: string;
  readonly response: Response;
  readonly outputIndex: number;
  transcript: string;
  sentSamples: number;
  phase: 'waiting' | 'audible' | 'over';
  isCut: boolean;
  /** Number of samples that the user heard before the cut. */
  heardSamples: number | undefined;
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
