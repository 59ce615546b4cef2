import type { Dialect, FinishReason, PartEvent } from '../part.ts';
import { arrayOf, fieldsOf, numberOf, optionalString, stringOf, type Fields } from '../fields.ts';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content_filter',
};

/**
 * Message chunks of a LangChain model (`model.stream()`), and those of a LangGraph with `streamMode: 'messages'`, alone or in a list of
 * modes: https://docs.langchain.com/oss/javascript/langgraph/streaming. A graph carries out its calls itself.
 */
export const langChain: Dialect = {
  matches: (part) => messageIn(part) !== undefined,
  createReader: () => {
    let prompt = 0;
    let completion = 0;
    let current: unknown;
    /** Chunks of one message have one id. */
    const readBreak = (id: unknown): readonly PartEvent[] => {
      const isNext = id !== current;
      current = id;
      return isNext ? [{ kind: 'break' }] : [];
    };
    return (part) => {
      const message = messageIn(part);
      if (message === undefined) return [];
      const type = typeOf(message);
      if (type === 'tool') return [{ kind: 'executed', id: stringOf(message['tool_call_id']) }];
      if (type !== 'ai') return [];
      const { input_tokens, output_tokens } = fieldsOf(message['usage_metadata']);
      prompt += numberOf(input_tokens);
      completion += numberOf(output_tokens);
      return [
        ...readBreak(message['id']),
        ...textsOf(message['content']).map((text): PartEvent => ({ kind: 'text', text })),
        ...arrayOf(message['tool_call_chunks']).map((call) => readCall(stringOf(message['id']), fieldsOf(call))),
        ...readFinish(fieldsOf(message['response_metadata'])),
        ...(input_tokens === undefined ? [] : [{ kind: 'usage', prompt, completion } as const]),
      ];
    };
  },
};

/** Returns the message of a part: itself, the first of [message, metadata], or that of ['messages', [message, metadata]]. */
function messageIn(part: unknown): Fields | undefined {
  if (!Array.isArray(part)) return isMessage(part) ? fieldsOf(part) : undefined;
  const parts: readonly unknown[] = part;
  if (isMessage(parts[0])) return fieldsOf(parts[0]);
  return parts.at(-2) === 'messages' ? messageIn(parts.at(-1)) : undefined;
}

function isMessage(value: unknown): boolean {
  return typeof fieldsOf(value)['_getType'] === 'function';
}

function typeOf(message: Fields): unknown {
  return (message as { _getType(): unknown })._getType();
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  return arrayOf(content)
    .map(fieldsOf)
    .filter(({ type }) => type === 'text' || type === 'text_delta')
    .map(({ text }) => stringOf(text));
}

/** The index of a call counts within its message. */
function readCall(message: string, { index, id, name, args }: Fields): PartEvent {
  return {
    kind: 'call',
    key: `${message} ${typeof index === 'number' || typeof index === 'string' ? index : stringOf(id)}`,
    id: optionalString(id),
    name: optionalString(name),
    args: stringOf(args),
  };
}

function readFinish({ finish_reason: openAi, stop_reason: anthropic }: Fields): readonly PartEvent[] {
  const reason = optionalString(openAi) ?? optionalString(anthropic);
  return reason === undefined ? [] : [{ kind: 'finish', reason: FINISH_REASONS[reason] ?? 'stop' }];
}
