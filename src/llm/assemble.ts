import type { ChatCompletionChunk, ChunkDelta, ChunkUsage, ToolCallDelta } from '../core/chunk.ts';
import { createCalls } from './calls.ts';
import type { FinishReason, PartEvent } from './part.ts';
import { createBrokenOffError } from './streamError.ts';

/** Converts the events of one stream to chunks. */
export interface Assembler {
  /**
   * Returns the chunks for the events of a part. While the model thinks or makes a call, returns an empty chunk as a
   * sign of life.
   */
  add(events: readonly PartEvent[]): readonly ChatCompletionChunk[];
  /**
   * Returns the remaining calls, the finish and the usage. `mustFinish`: calls are complete only after a finish.
   *
   * @throws AntiphonError `handler_failed` for an incomplete call
   */
  end(options?: { readonly mustFinish: boolean }): readonly ChatCompletionChunk[];
}

export function createAssembler(): Assembler {
  const calls = createCalls();
  let model = '';
  let head: Pick<ChatCompletionChunk, 'id' | 'object' | 'created' | 'model'> | undefined;
  let finish: FinishReason | undefined;
  let usage: ChunkUsage | undefined;
  const space = createSpacing();

  const chunkOf = (delta: ChunkDelta, finishReason: FinishReason | null = null): ChatCompletionChunk => {
    const opening = head === undefined ? { role: 'assistant' } : {};
    head ??= { id: 'stream', object: 'chat.completion.chunk', created: 0, model: model === '' ? 'unknown' : model };
    return { ...head, choices: [{ index: 0, delta: { ...opening, ...delta }, finish_reason: finishReason }] };
  };
  /** Applies an event. Returns a delta if it is passed on at once. */
  const apply = (event: PartEvent): ChunkDelta | undefined => {
    switch (event.kind) {
      case 'text':
        return event.text === '' ? undefined : { content: space.before(event.text) };
      case 'break':
        space.end();
        return undefined;
      case 'next':
        calls.settleAll();
        finish = undefined;
        return undefined;
      case 'refusal':
        return { refusal: event.text };
      case 'call':
        calls.add(event);
        return {};
      case 'executed':
        calls.settle(event.id);
        return {};
      case 'alive':
        return {};
      case 'finish':
        finish = event.reason;
        return undefined;
      case 'usage':
        usage = createUsage(event.prompt, event.completion);
        return undefined;
      case 'model':
        model = event.model;
        return undefined;
    }
  };
  return {
    add: (events) => {
      const deltas = events.map(apply).filter((delta) => delta !== undefined);
      return deltas.map((delta) => chunkOf(delta));
    },
    end: ({ mustFinish } = { mustFinish: false }) => {
      const open = calls.open({ hasFinished: finish !== undefined && finish !== 'length' });
      if (mustFinish && finish === undefined) assertNone(open);
      return [
        ...open.map((call) => chunkOf({ tool_calls: [call] })),
        chunkOf({}, selectFinish(finish, open)),
        ...(head !== undefined && usage !== undefined ? [{ ...head, choices: [], usage }] : []),
      ];
    },
  };
}

/** Creates the spacing that puts each message of the model on its own line. */
function createSpacing() {
  let gap = '';
  let hasText = false;
  return {
    before: (text: string): string => {
      const between = gap;
      gap = '';
      hasText = true;
      return between + text;
    },
    end: (): void => {
      if (hasText) gap = '\n';
    },
  };
}

function assertNone([open]: readonly ToolCallDelta[]): void {
  if (open !== undefined) throw createBrokenOffError(open.function?.name ?? '');
}

/**
 * Selects the finish reason. An answer that was cut short keeps its reason, as does an unfinished answer with a call
 * whose arguments are missing. Otherwise the calls decide, because each client reports its own reason for calls.
 */
function selectFinish(reported: FinishReason | undefined, open: readonly ToolCallDelta[]): FinishReason | null {
  if (reported === 'length' || reported === 'content_filter') return reported;
  if (reported === undefined && open.some((call) => call.function?.arguments === '')) return null;
  return open.length > 0 ? 'tool_calls' : 'stop';
}

function createUsage(prompt: number, completion: number): ChunkUsage {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
