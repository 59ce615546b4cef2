import type { Dialect, FinishReason, PartEvent } from '../part.ts';
import { jsonOf } from '../jsonOf.ts';
import { arrayOf, fieldsOf, numberOf, optionalString, stringOf, type Fields } from '../fields.ts';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  content_filter: 'content_filter',
  refusal: 'content_filter',
  safety: 'content_filter',
};

/** Stream modes of a graph, each with its own shape. Only `messages` contains messages. */
const MODES: ReadonlySet<unknown> = new Set([
  'values',
  'updates',
  'debug',
  'messages',
  'checkpoints',
  'tasks',
  'custom',
  'tools',
]);

/**
 * Message chunks of a LangChain model (`model.stream()`), or of a LangGraph with `streamMode: 'messages'`, alone or in
 * a list of modes: https://docs.langchain.com/oss/javascript/langgraph/streaming. A graph carries out its calls itself.
 */
export const langChain: Dialect = {
  matches: (part) => messageIn(part) !== undefined || (Array.isArray(part) && MODES.has(part.at(-2))),
  createReader: () => {
    let prompt = 0;
    let completion = 0;
    let current: unknown;
    /** Returns a break when the message id changes, because the chunks of one message share an id. */
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
      const text = textsOf(message['content']).join('');
      const calls = callsOf(message);
      return [
        ...readBreak(message['id']),
        // A chunk with neither text nor calls comes from a model that is thinking.
        text === '' && calls.length === 0 ? { kind: 'alive' } : { kind: 'text', text },
        ...calls,
        ...readFinish(fieldsOf(message['response_metadata']), fieldsOf(message['additional_kwargs'])),
        ...(input_tokens === undefined ? [] : [{ kind: 'usage', prompt, completion } as const]),
      ];
    };
  },
};

/**
 * Returns the message of a part: itself, the first of [message, metadata], or that of ['messages', [message,
 * metadata]].
 */
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

/** Returns the call pieces of a chunk or, if the model does not stream, the calls of a whole message. */
function callsOf({ id, tool_call_chunks: pieces, tool_calls: whole }: Fields): readonly PartEvent[] {
  const message = stringOf(id);
  if (pieces !== undefined) return arrayOf(pieces).map((piece) => readCall(message, fieldsOf(piece)));
  return arrayOf(whole).map((call, index) => {
    const fields = fieldsOf(call);
    return readCall(message, { ...fields, index, args: jsonOf(fields['args']) });
  });
}

/** Reads a call. Its index is relative to its message. */
function readCall(message: string, { index, id, name, args }: Fields): PartEvent {
  return {
    kind: 'call',
    key: `${message} ${typeof index === 'number' || typeof index === 'string' ? index : stringOf(id)}`,
    id: optionalString(id),
    name: optionalString(name),
    args: stringOf(args),
  };
}

/** Reads the finish reason. LangChain keeps each service's own names. */
function readFinish(metadata: Fields, { stop_reason: anthropic }: Fields): readonly PartEvent[] {
  const { finish_reason, stop_reason, finishReason, stopReason, done_reason, status } = metadata;
  const bedrock = fieldsOf(metadata['messageStop'])['stopReason'];
  const responses = fieldsOf(metadata['incomplete_details'])['reason'] ?? (status === 'completed' ? status : undefined);
  const named = [finish_reason, stop_reason, finishReason, stopReason, done_reason, bedrock, responses, anthropic];
  const reason = named.map(optionalString).find((name) => name !== undefined);
  return reason === undefined ? [] : [{ kind: 'finish', reason: FINISH_REASONS[reason.toLowerCase()] ?? 'stop' }];
}
