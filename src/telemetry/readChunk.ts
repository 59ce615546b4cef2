/** The parts of a chunk that a span needs. */
export interface ChunkParts {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly finish?: string | undefined;
  readonly text: string;
  readonly calls: readonly { readonly index: number; readonly name: string | undefined; readonly args: string }[];
}

const NOTHING: ChunkParts = { text: '', calls: [] };

/** Reads a chunk that has not been validated. Omits unreadable parts, which the session reports. */
export function readChunk(chunk: unknown): ChunkParts {
  try {
    const { id, model, choices } = fieldsOf(chunk);
    const { delta, finish_reason } = fieldsOf(Array.isArray(choices) ? choices[0] : undefined);
    const { content, refusal, tool_calls } = fieldsOf(delta);
    return {
      id: textOf(id),
      model: textOf(model),
      finish: textOf(finish_reason),
      text: textOf(content) ?? textOf(refusal) ?? '',
      calls: Array.isArray(tool_calls) ? tool_calls.map(readCall) : [],
    };
  } catch {
    return NOTHING;
  }
}

function readCall(call: unknown, at: number): ChunkParts['calls'][number] {
  const { index, function: called } = fieldsOf(call);
  const { name, arguments: args } = fieldsOf(called);
  return { index: typeof index === 'number' ? index : at, name: textOf(name), args: textOf(args) ?? '' };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Returns the text, or undefined if it is empty or not a string. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
