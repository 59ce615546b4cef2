import type { Dialect, FinishReason, PartEvent } from '../part.ts';
import { fieldsOf, numberOf, optionalString, stringOf, type Fields } from '../fields.ts';
import { jsonOf } from '../jsonOf.ts';
import { createStreamError } from '../streamError.ts';

/** Part types that can begin a stream, and types that no other client has. */
const TYPES = /^(start|finish|abort|raw|source|file)$|^(start-step|finish-step)$|^(text|reasoning|tool)-[a-z-]+$/u;

/** Parts that show that a call was carried out. An invalid call has an error too, but was not answered. */
const EXECUTED: ReadonlySet<unknown> = new Set(['tool-result', 'tool-error', 'tool-output-denied']);

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
};

/**
 * Parts of `fullStream` of `streamText` of the AI SDK, 5 to 7:
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/stream-text
 */
export const aiSdk: Dialect = {
  matches: (part) => TYPES.test(stringOf(fieldsOf(part)['type'])),
  createReader: () => {
    const invalid = new Set<unknown>();
    return (part) => {
      const event = fieldsOf(part);
      const { type, toolCallId } = event;
      if (type === 'tool-call' && event['invalid'] === true) invalid.add(toolCallId);
      return type === 'tool-error' && invalid.has(toolCallId) ? [] : readPart(event);
    };
  },
};

function readPart(event: Fields): readonly PartEvent[] {
  switch (event['type']) {
    // The client starts another step only after all calls are answered.
    case 'start-step':
      return [{ kind: 'next' }];
    case 'text-delta':
      return [{ kind: 'text', text: stringOf(event['text'] ?? event['delta']) }];
    case 'reasoning-delta':
    case 'tool-input-delta':
      return [{ kind: 'alive' }];
    case 'tool-call':
      return readCall(event);
    case 'finish-step':
      return [{ kind: 'model', model: stringOf(fieldsOf(event['response'])['modelId']) }, { kind: 'break' }];
    case 'finish':
      return readFinish(event);
    case 'abort':
      throw createStreamError(event['reason'] ?? 'aborted');
    default:
      return EXECUTED.has(event['type']) ? [{ kind: 'executed', id: stringOf(event['toolCallId']) }] : [];
  }
}

function readCall({ toolCallId, toolName, input, providerExecuted }: Fields): readonly PartEvent[] {
  if (providerExecuted === true) return [{ kind: 'alive' }];
  const id = stringOf(toolCallId);
  return [{ kind: 'call', key: id, id, name: optionalString(toolName), args: jsonOf(input) }];
}

function readFinish({ finishReason, totalUsage }: Fields): readonly PartEvent[] {
  const { inputTokens, outputTokens } = fieldsOf(totalUsage);
  return [
    { kind: 'finish', reason: FINISH_REASONS[stringOf(finishReason)] ?? 'stop' },
    { kind: 'usage', prompt: numberOf(inputTokens), completion: numberOf(outputTokens) },
  ];
}
