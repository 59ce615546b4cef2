import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import { groupBy } from '../../../core/groupBy.ts';
import type { InLine } from '../../../record/format.ts';
import { ofKind } from '../../../replay/lines.ts';
import { outgoing, type Trace } from '../../../replay/timeline/lines.ts';
import type { ModelRequest } from '../../../studio/protocol.ts';
import { readHistory } from '../../score/history.ts';
import { StudioError } from '../failures.ts';
import type { TaskInputs } from '../threads/task.ts';
import { openCall } from './openCall.ts';

/** A request without its messages. */
export type ModelStream = Omit<ModelRequest, 'messages'>;

/**
 * Reads one request to the model, with its messages and chunks.
 *
 * @throws (rejects with) StudioError `stream_unknown`
 */
export async function readModelRequest({ file, stream }: TaskInputs['request']): Promise<ModelRequest> {
  const call = await openCall(file);
  const found = listModelStreams(call.trace()).find((one) => one.stream === stream);
  if (found === undefined)
    throw new StudioError(
      'stream_unknown',
      `stream: expected a request of the recording, such as llm.0, got ${JSON.stringify(stream)}`,
    );
  const history = readHistory(call.recording);
  return { ...found, messages: history.filter(({ atMs }) => atMs <= found.fromMs).map(({ message }) => message) };
}

/** Lists the requests to the model, in order. */
export function listModelStreams(trace: Trace): readonly ModelStream[] {
  const inputs = (trace.byName.get('in llm') ?? []).filter((line): line is InLine => 'in' in line);
  const lines = groupBy(inputs, (line) => line.in);
  const left = new Map(outgoing(trace, 'left').map(({ t, v }) => [v, t] as const));
  const replies = ofKind(outgoing(trace, 'reply'), 'started');
  return outgoing(trace, 'opened')
    .filter(({ v }) => v.startsWith('llm.'))
    .map(({ t, v: stream }) => {
      const own = lines.get(stream) ?? [];
      const chunks = own.filter((line) => line.v !== undefined).map((line) => ({ atMs: line.t, value: line.v }));
      return {
        stream,
        turn: replies.findLast((reply) => reply.t <= t)?.v.turn ?? 0,
        fromMs: t,
        firstTextMs: chunks.find(({ value }) => hasText(value))?.atMs ?? null,
        chunks,
        ...readEnd(own.at(-1), left.get(stream)),
      };
    });
}

function hasText(chunk: unknown): boolean {
  const { choices } = Object(chunk) as Partial<ChatCompletionChunk>;
  const content: unknown = choices?.[0]?.delta?.content;
  return typeof content === 'string' && content !== '';
}

function readEnd(last: InLine | undefined, leftMs: number | undefined): Pick<ModelRequest, 'toMs' | 'outcome'> {
  if (last?.error !== undefined) return { toMs: last.t, outcome: `failed: ${last.error.message}` };
  if (last?.end === true) return { toMs: last.t, outcome: 'complete' };
  return leftMs === undefined ? { toMs: null, outcome: 'open' } : { toMs: leftMs, outcome: 'cancelled' };
}
