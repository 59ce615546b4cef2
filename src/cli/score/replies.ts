import type { ChatCompletionChunk } from '../../core/chunk.ts';
import type { Line } from '../../record/format.ts';
import { allOut, ofKind, valueOut } from '../../replay/lines.ts';
import { readStream, type RecordedStream } from '../../replay/whatIf/recorded/stream.ts';
import type { LlmBehaviour, LlmReply } from '../../testing/doubles/streamReply.ts';

/** Reads the answer to each handler call in the stretch, in order. */
export function readReplies(lines: readonly Line[], isWithin: (atMs: number) => boolean): readonly LlmReply[] {
  const failedMs = ofKind(allOut(lines, 'reply'), 'ended').flatMap(({ t, v }) => (v.reason === 'failed' ? [t] : []));
  return lines.flatMap((line, n) => {
    const stream = valueOut(line, 'opened');
    if (stream?.startsWith('llm.') !== true || !isWithin(line.t)) return [];
    const read = readStream(lines, n, stream);
    const endMs = line.t + read.end.atMs;
    const isStalled = read.end.kind === 'cut' && failedMs.some((t) => Math.abs(t - endMs) <= 1);
    return [createReply(read, isStalled)];
  });
}

type Delta = ChatCompletionChunk['choices'][number]['delta'];

function createReply(stream: RecordedStream, isStalled: boolean): LlmReply {
  const choices = readChoices(stream);
  const calls = readCalls(choices.map(({ delta }) => delta));
  const text = choices.map(({ delta }) => delta.content ?? '').join('');
  const words = text.match(/\s*\S+|\s+$/gu)?.length ?? 0;
  const reason = choices.findLast(({ finish_reason }) => (finish_reason ?? null) !== null)?.finish_reason;
  return {
    ...(text !== '' && { text }),
    ...(calls.length > 0 && { calls }),
    ...readPace(stream, choices, words),
    ...(isUnusual(reason, calls.length > 0) && { finishReason: reason as string }),
    ...(stream.end.kind === 'failed' && { failAfterTokens: words }),
    ...(isStalled && { stallAfterTokens: words }),
  };
}

interface TimedChoice {
  readonly atMs: number;
  readonly delta: Delta;
  readonly finish_reason?: string | null | undefined;
}

function readChoices({ values }: RecordedStream): readonly TimedChoice[] {
  return values.flatMap(({ atMs, value }) => {
    const choice = (value as Partial<ChatCompletionChunk> | null)?.choices?.[0];
    return choice === undefined ? [] : [{ atMs, delta: choice.delta ?? {}, finish_reason: choice.finish_reason }];
  });
}

/** Returns the time to the first chunk and the mean time between words. */
function readPace({ values, end }: RecordedStream, choices: readonly TimedChoice[], words: number): LlmBehaviour {
  const texts = choices.filter(({ delta }) => (delta.content ?? '') !== '');
  const firstTokenMs = Math.round(values[0]?.atMs ?? end.atMs);
  const spreadMs = (texts.at(-1)?.atMs ?? 0) - (texts[0]?.atMs ?? 0);
  const tokenMs = words > 1 ? Math.round(spreadMs / (words - 1)) : 0;
  return { ...(firstTokenMs > 0 && { firstTokenMs }), ...(tokenMs > 0 && { tokenMs }) };
}

function isUnusual(reason: string | null | undefined, hasCalls: boolean): boolean {
  return typeof reason === 'string' && reason !== (hasCalls ? 'tool_calls' : 'stop');
}

/** Joins the pieces of the calls. */
function readCalls(deltas: readonly Delta[]): NonNullable<LlmReply['calls']> {
  const calls = new Map<number, { name: string; json: string }>();
  for (const { tool_calls } of deltas)
    for (const { index, function: part } of tool_calls ?? []) {
      const call = calls.get(index) ?? { name: '', json: '' };
      calls.set(index, { name: call.name + (part?.name ?? ''), json: call.json + (part?.arguments ?? '') });
    }
  return [...calls.values()].map(({ name, json }) => ({ name, arguments: parse(json) }));
}

/** Parses arguments. Keeps them unchanged if they are not JSON. */
function parse(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? json : value;
  } catch {
    return json;
  }
}
