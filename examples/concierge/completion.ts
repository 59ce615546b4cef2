import type { ChatCompletionChunk, ChunkDelta } from 'antiphon';
import {
  asyncScheduler,
  concat,
  concatMap,
  defer,
  from,
  map,
  of,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';

/** The language model that answers unless OPENAI_MODEL is set. */
export const DEFAULT_MODEL = 'gpt-6-luna';

/** Text to say and functions to call. */
export interface Answer {
  /** `""` for none. */
  readonly text: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: object }[] | undefined;
}

/** Delay of the first chunk and of each word, in ms: the pace of a language model. */
const THINK_MS = 250;
const WORD_MS = 60;

/**
 * Streams an answer as a language model does: role, words, calls, finish reason. Unsubscribing stops it at once.
 */
export function streamAnswer(
  { text, calls = [] }: Answer,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<ChatCompletionChunk> {
  return defer(() => {
    const created = Math.floor(scheduler.now() / 1000);
    const head = {
      id: `chatcmpl-${crypto.randomUUID()}`,
      object: 'chat.completion.chunk',
      created,
      model: 'rules',
    } as const;
    const chunk = (delta: ChunkDelta, finish_reason: string | null = null): ChatCompletionChunk => ({
      ...head,
      choices: [{ index: 0, delta, finish_reason }],
    });
    const after = (ms: number, delta: ChunkDelta): Observable<ChatCompletionChunk> =>
      timer(ms, scheduler).pipe(map(() => chunk(delta)));
    return concat(
      after(THINK_MS, { role: 'assistant', content: '' }),
      from(wordsOf(text)).pipe(concatMap((content) => after(WORD_MS, { content }))),
      from(calls.map((call, index) => chunk({ tool_calls: [toolCall(call, index)] }))),
      of(chunk({}, calls.length > 0 ? 'tool_calls' : 'stop')),
    );
  });
}

/** Splits text into words, each with the space before it. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\s*\S+/g) ?? [];
}

function toolCall({ name, arguments: args }: NonNullable<Answer['calls']>[number], index: number) {
  const call = { name, arguments: JSON.stringify(args) };
  return { index, id: `call_${crypto.randomUUID()}`, type: 'function', function: call } as const;
}
