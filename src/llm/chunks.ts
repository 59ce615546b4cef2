import type { ChatCompletionChunk } from '../core/chunk.ts';
import { createAssembler } from './assemble.ts';
import { createReader, type PartReader } from './createReader.ts';
import { fieldsOf } from './fields.ts';
import { createNoStreamError } from './streamError.ts';

/**
 * The return value of a model's client: an async iterable, the result of the AI SDK's `streamText`, or a promise of
 * either.
 */
export type ModelStream = ModelParts | PromiseLike<ModelParts>;

/** The parts of an answer, in the order in which the model generated them. */
export type ModelParts = AsyncIterable<unknown> | { readonly fullStream: AsyncIterable<unknown> };

/**
 * Converts a model's stream to chunks. Accepts strings, Chat Completions, OpenAI's Responses and Agents SDK,
 * `fullStream` of the AI SDK (5 to 7), events of Anthropic's Messages, responses of Gemini, and messages of LangChain
 * and LangGraph, and tells them apart by their shape. Passes text on as it arrives, and at the end the function calls
 * that the client has not carried out itself. Reasoning is not spoken, but shows that the model is working. Cancelling
 * aborts the stream's `controller` and asks the stream to return, at once.
 *
 * @example
 * ```ts
 * import type { LLMResponseHandlerInput } from 'antiphon';
 * import { chunks, toResponses } from 'antiphon/llm';
 * import OpenAI from 'openai';
 *
 * const { responses } = new OpenAI();
 * export const llm_response_handler = (input: LLMResponseHandlerInput) =>
 *   chunks(responses.create({ model: 'gpt-6-luna', stream: true, ...toResponses(input) }, { signal: input.signal }));
 * ```
 *
 * @throws AntiphonError from the iterator: `handler_failed` for an error within the stream, `chunk_invalid` for a
 * stream of an unknown shape
 */
export function chunks(stream: ModelStream): AsyncIterable<ChatCompletionChunk> {
  return { [Symbol.asyncIterator]: () => iterate(stream) };
}

function iterate(stream: ModelStream): AsyncIterator<ChatCompletionChunk> {
  const opened = isPromise(stream) ? stream.then(openSource) : openSource(stream);
  // `next` reports a rejection.
  if (isPromise(opened)) opened.then(undefined, () => {});
  const waiting: ChatCompletionChunk[] = [];
  let reader: PartReader | undefined;
  let hasEnded = false;

  /** Reads until a chunk is available or the stream has ended. */
  const fill = async (): Promise<void> => {
    const { parts } = await opened;
    while (waiting.length === 0 && !hasEnded) {
      const { done, value } = await parts.next();
      if (done === true) {
        hasEnded = true;
        waiting.push(...(reader ?? createAssembler()).end());
      } else {
        reader ??= createReader(value);
        waiting.push(...reader.read(value));
      }
    }
  };
  const cancel = (): void => {
    hasEnded = true;
    waiting.length = 0;
    if (isPromise(opened)) opened.then(close, () => {});
    else close(opened);
  };
  return {
    next: async () => {
      try {
        if (waiting.length === 0 && !hasEnded) await fill();
      } catch (error) {
        cancel();
        throw error;
      }
      const value = waiting.shift();
      return value === undefined ? { done: true, value: undefined } : { done: false, value };
    },
    return: () => {
      cancel();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === 'function';
}

interface OpenSource {
  readonly parts: AsyncIterator<unknown>;
  readonly controller: Partial<AbortController> | null | undefined;
}

/**
 * @throws AntiphonError `chunk_invalid` for a value that is not a stream, such as the complete response of a client
 * that was not asked to stream
 */
function openSource(source: ModelParts): OpenSource {
  const iterable = [source, fieldsOf(source)['fullStream']].find(isAsyncIterable);
  if (iterable === undefined) throw createNoStreamError(source);
  const { controller } = source as Partial<OpenSource>;
  return { parts: iterable[Symbol.asyncIterator](), controller };
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator] === 'function';
}

/** Closes a stream, even while a part is awaited, and ignores the outcome. */
function close({ parts, controller }: OpenSource): void {
  attempt(() => void (typeof controller?.abort === 'function' && controller.abort()));
  attempt(() => void parts.return?.().then(undefined, () => {}));
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The stream is abandoned.
  }
}
