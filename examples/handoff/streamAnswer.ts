import type { ChatCompletionChunk } from 'antiphon';
import { from, type Observable } from 'rxjs';

/** What a scripted model answers. */
export interface Answer {
  readonly text?: string;
  readonly call?: { readonly name: string; readonly arguments: object };
}

/** Streams an answer, word by word, as a language model does. */
export function streamAnswer({ text = '', call }: Answer): Observable<ChatCompletionChunk> {
  const words = text.split(/(?<= )/u).filter((word) => word !== '');
  const calls = call && [
    {
      index: 0,
      id: `call_${call.name}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    } as const,
  ];
  return from([
    ...words.map((content) => createChunk({ content }, null)),
    ...(calls === undefined ? [] : [createChunk({ tool_calls: calls }, null)]),
    createChunk({}, calls === undefined ? 'stop' : 'tool_calls'),
  ]);
}

type Choice = ChatCompletionChunk['choices'][number];

function createChunk(delta: Choice['delta'], finish_reason: Choice['finish_reason']): ChatCompletionChunk {
  const head = { id: 'scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted' } as const;
  return { ...head, choices: [{ index: 0, delta, finish_reason }] };
}
