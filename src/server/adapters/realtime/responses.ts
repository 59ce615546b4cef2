import type { EndReason } from '../../../core/turn.ts';
import type { RealtimeEvent } from './events.ts';
import { toResource, type FunctionCallItem, type MessageItem } from './items.ts';

/** A response: the utterances of a turn, or speech that the agent started on its own. */
export interface Response {
  readonly id: string;
  /** Undefined if the response belongs to no turn. */
  readonly turn: number | undefined;
  /** How generation ended; undefined while it is running. */
  reason: EndReason | undefined;
  outputs: readonly (MessageItem | FunctionCallItem)[];
  /** Number of utterances that have not finished. */
  open: number;
  /** Whether the end of the response was sent. */
  isDone: boolean;
  /** Whether the client has cancelled it. */
  isCancelled: boolean;
}

/** The format of the agent's audio, as in `session.audio.output.format`. */
export type ReadFormat = () => object;

export function createResponse(count: number, turn: number | undefined): Response {
  return {
    id: `resp_${count}`,
    turn,
    reason: turn === undefined ? 'complete' : undefined,
    outputs: [],
    open: 0,
    isDone: false,
    isCancelled: false,
  };
}

/**
 * Checks whether a response is complete. A response that was generated without text so far may still be sent to TTS.
 */
export function isOver({ reason, open, outputs }: Response): boolean {
  return reason !== undefined && open === 0 && (outputs.length > 0 || reason !== 'complete');
}

/** Returns whether a response has calls for the client. */
export function hasCalls({ outputs }: Response): boolean {
  return outputs.some(({ type }) => type === 'function_call');
}

export function toCreatedEvent(response: Response, format: object): RealtimeEvent {
  return {
    type: 'response.created',
    response: { ...commonFields(response, format), status: 'in_progress', output: [] },
  };
}

export function toDoneEvent(response: Response, format: object): RealtimeEvent {
  const output = response.outputs.map(toResource);
  return { type: 'response.done', response: { ...commonFields(response, format), ...statusOf(response), output } };
}

function commonFields({ id }: Response, format: object): object {
  return {
    id,
    object: 'realtime.response',
    conversation_id: 'conv_0',
    output_modalities: ['audio'],
    audio: { output: { format } },
    status_details: null,
    metadata: null,
    usage: null,
  };
}

function statusOf({ reason, outputs, isCancelled }: Response): object {
  if (reason === 'failed') return { status: 'failed', status_details: { type: 'failed' } };
  const isCut = outputs.some(({ status }) => status === 'incomplete');
  if (reason === 'complete' && !isCut) return { status: 'completed' };
  return {
    status: 'cancelled',
    status_details: { type: 'cancelled', reason: isCancelled ? 'client_cancelled' : 'turn_detected' },
  };
}
