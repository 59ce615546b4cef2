import type { ChatCompletionChunk, HandlerStream } from '../core/chunk.ts';

/** The part that the inputs of all handlers share. */
export interface AbortableInput {
  readonly signal: AbortSignal;
}

export type ResponseHandler<Input extends AbortableInput> = (input: Input) => HandlerStream<ChatCompletionChunk>;
