import type { ChatCompletionChunk, HandlerStream } from '../core/chunk.ts';

/** What every handler's input has. */
export interface AbortableInput {
  readonly signal: AbortSignal;
}

export type ResponseHandler<Input extends AbortableInput> = (input: Input) => HandlerStream<ChatCompletionChunk>;
