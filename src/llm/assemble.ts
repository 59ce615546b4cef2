import type { ChatCompletionChunk, ChunkDelta, ChunkUsage, ToolCallDelta } from '../core/chunk.ts';
import { createCalls } from './calls.ts';
import type { FinishReason, PartEvent } from './part.ts';
import { createBrokenOffError } from './streamError.ts';

/** Makes chunks of what the parts of one stream say. */
export interface Assembler {
  /** Returns an empty chunk for a model that thinks or makes a call, so that it counts as alive; none for a part without a sign of it. */
  add(events: readonly PartEvent[]): readonly ChatCompletionChunk[];
  /**
   * Returns the calls that are left to carry out, the finish and the usage. `mustFinish`: calls are complete only behind a finish.
   *
   * @throws AntiphonError `handler_failed` for a call that is not complete
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
  /** Returns the delta of an event that is passed on at once. */
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

/** Puts each message of the model on a line of its own. */
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
 * An answer that was cut short stays so; so does one that has not finished, and has a call whose arguments have not come. Otherwise the
 * calls decide: each client has a reason of its own for them.
 */
function selectFinish(reported: FinishReason | undefined, open: readonly ToolCallDelta[]): FinishReason | null {
  if (reported === 'length' || reported === 'content_filter') return reported;
  if (reported === undefined && open.some((call) => call.function?.arguments === '')) return null;
  return open.length > 0 ? 'tool_calls' : 'stop';
}

function createUsage(prompt: number, completion: number): ChunkUsage {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
