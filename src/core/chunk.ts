import type { Observable } from 'rxjs';

/** A part of a function call. Parts with one `index` are one call; their `arguments` are joined. */
export interface ToolCallDelta {
  readonly index: number;
  readonly id?: string | undefined;
  readonly type?: 'function' | null | undefined;
  readonly function?:
    | { readonly name?: string | null | undefined; readonly arguments?: string | undefined }
    | undefined;
}

/** The part of the answer in one chunk. */
export interface ChunkDelta {
  readonly content?: string | null | undefined;
  /** The model's reason for not answering. It is spoken. */
  readonly refusal?: string | null | undefined;
  readonly role?: string | null | undefined;
  readonly tool_calls?: readonly ToolCallDelta[] | null | undefined;
}

export interface ChunkChoice {
  readonly index: number;
  readonly delta: ChunkDelta;
  readonly finish_reason: 'stop' | 'length' | 'content_filter' | 'tool_calls' | (string & {}) | null;
}

/** Tokens of a completion. */
export interface ChunkUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  /** The tokens of a speech model that are audio, or were read from a cache. Absent if they are not known. */
  readonly speech?: SpeechTokens | undefined;
}

/** The tokens of a speech model that have prices of their own. The counts of `ChunkUsage` include them. */
export interface SpeechTokens {
  readonly prompt_audio_tokens: number;
  readonly completion_audio_tokens: number;
  readonly cached_text_tokens: number;
  readonly cached_audio_tokens: number;
}

/** A chunk from `llm_response_handler`. Chunks of a chat completion client are assignable to it. */
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

/** Return value of a handler. When the reply is cut, an async iterable is aborted and an Observable is unsubscribed. */
export type HandlerStream<T> = Observable<T> | AsyncIterable<T> | PromiseLike<Observable<T> | AsyncIterable<T>>;
