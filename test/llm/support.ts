import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { chunks, type ModelStream } from '../../src/llm/chunks.ts';

export async function* partsOf(...parts: readonly unknown[]): AsyncGenerator<unknown> {
  for (const part of parts) yield await Promise.resolve(part);
}

/** What a stream comes to: its text, calls, finish and usage. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly { readonly id?: string | undefined; readonly name: string; readonly args: string }[];
  readonly finish: string | null;
  readonly usage: readonly [prompt: number, completion: number] | undefined;
}

export async function readAnswer(stream: ModelStream): Promise<Answer> {
  const all: ChatCompletionChunk[] = [];
  for await (const chunk of chunks(stream)) all.push(chunk);
  const choices = all.flatMap((chunk) => chunk.choices);
  const calls = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
  const usage = all.find((chunk) => chunk.usage)?.usage;
  return {
    text: choices.map(({ delta }) => delta.content ?? delta.refusal ?? '').join(''),
    calls: calls.map(({ id, function: called }) => ({
      ...(id !== undefined && { id }),
      name: called?.name ?? '',
      args: called?.arguments ?? '',
    })),
    finish: choices.find(({ finish_reason: reason }) => reason !== null)?.finish_reason ?? null,
    usage: usage ? [usage.prompt_tokens, usage.completion_tokens] : undefined,
  };
}

export const readParts = (...parts: readonly unknown[]): Promise<Answer> => readAnswer(partsOf(...parts));
