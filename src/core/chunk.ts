import type { Observable } from 'rxjs';

/** A part of a tool call, as streamed. */
export interface ToolCallDelta {
  readonly index: number;
  readonly id?: string | undefined;
  readonly type?: 'function' | null | undefined;
  readonly function?:
    | { readonly name?: string | null | undefined; readonly arguments?: string | undefined }
    | undefined;
}

export interface ChunkDelta {
  readonly content?: string | null | undefined;
  /** Why the model does not answer, in words for the user: it is spoken. */
  readonly refusal?: string | null | undefined;
  readonly role?: string | null | undefined;
  readonly tool_calls?: readonly ToolCallDelta[] | null | undefined;
}

export interface ChunkChoice {
  readonly index: number;
  readonly delta: ChunkDelta;
  readonly finish_reason: 'stop' | 'length' | 'content_filter' | 'tool_calls' | (string & {}) | null;
}

export interface ChunkUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** One element of the stream that `llm_response_handler` returns. A chat completion client's chunk fits as it is. */
export interface ChatCompletionChunk {
  /** Identical in every chunk of a completion. */
  readonly id: string;
  readonly object: 'chat.completion.chunk';
  /** Unix time in seconds, identical in every chunk. */
  readonly created: number;
  readonly model: string;
  /** Zero or one element. */
  readonly choices: readonly ChunkChoice[];
  readonly usage?: ChunkUsage | null | undefined;
}

/** What a handler may return: an Observable stays in virtual time, an async iterable is aborted at once. */
export type HandlerStream<T> = Observable<T> | AsyncIterable<T> | PromiseLike<Observable<T> | AsyncIterable<T>>;
