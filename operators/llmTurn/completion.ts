import { concat, map, of } from 'rxjs';
import type { OperatorFunction } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import { scanArrays } from '../../src/core/fromArrays.ts';
import type { FunctionCall } from '../../src/core/message.ts';
import { checkChunk } from './checkChunk.ts';
import type { CheckedChoice, CheckedChunk, CheckedToolCall, Seen } from './checkChunk.ts';

export type Said =
  | { readonly kind: 'text'; readonly delta: string }
  /** The stream has ended; possibly without calls. */
  | { readonly kind: 'calls'; readonly calls: readonly FunctionCall[] };

export interface CompletionOptions {
  readonly turn: number;
  readonly round: number;
  /** Told of rules that real services break, too. */
  readonly unusual: (error: AntiphonError) => void;
  readonly report: (error: AntiphonError) => void;
}

/** Reads the chunks of one completion (spec 2.8): its text as it comes, its calls when the stream has ended. */
export function completion({ turn, round, unusual, report }: CompletionOptions): OperatorFunction<unknown, Said> {
  return (chunks) =>
    concat(chunks.pipe(map((chunk) => ({ chunk }))), of(null)).pipe(
      scanArrays(
        nothingRead,
        (reading, item): Reading => {
          if (item === null) return { ...reading, said: [{ kind: 'calls', calls: callsOf(reading, turn, round) }] };
          const checked = checkChunk(item.chunk, reading.seen);
          for (const path of checked.unusual) unusual(unusualChunk(path, turn));
          const after = read(reading, checked);
          if (isCutShort(after.finish) && reading.finish === null) report(truncated(after.finish, turn));
          return after;
        },
        ({ said }) => said,
      ),
    );
}

interface Reading {
  readonly seen: Seen | null;
  readonly finish: string | null;
  readonly calls: readonly CheckedToolCall[];
  readonly said: readonly Said[];
}

const nothingRead: Reading = { seen: null, finish: null, calls: [], said: [] };

/** What comes after a finish is no part of the reply. */
function read(reading: Reading, chunk: CheckedChunk): Reading {
  const { choice, seen } = chunk;
  if (choice === null || reading.finish !== null) return { ...reading, seen, said: [] };
  return {
    seen,
    finish: choice.finishReason,
    calls: choice.toolCalls.reduce(addCall, reading.calls),
    said: textOf(choice),
  };
}

function textOf({ content }: CheckedChoice): readonly Said[] {
  return content === '' ? [] : [{ kind: 'text', delta: content }];
}

function addCall(calls: readonly CheckedToolCall[], delta: CheckedToolCall): readonly CheckedToolCall[] {
  const known = calls.find(({ index }) => index === delta.index);
  if (known === undefined) return [...calls, delta].toSorted((a, b) => a.index - b.index);
  const merged = {
    ...known,
    id: known.id || delta.id,
    name: known.name || delta.name,
    arguments: known.arguments + delta.arguments,
  };
  return calls.map((call) => (call === known ? merged : call));
}

/** A call without an id gets one that no other call of the session has. */
function callsOf({ calls }: Reading, turn: number, round: number): readonly FunctionCall[] {
  return calls.map(({ index, id, name, arguments: args }) => ({
    id: id === '' ? `call_${turn}_${round}_${index}` : id,
    type: 'function',
    function: { name, arguments: args },
  }));
}

function isCutShort(finish: string | null): finish is 'length' | 'content_filter' {
  return finish === 'length' || finish === 'content_filter';
}

function truncated(finish: string, turn: number): AntiphonError {
  const message = `the model stopped early: finish_reason "${finish}"`;
  return new AntiphonError('reply_truncated', message, { failure: false, turn });
}

function unusualChunk(path: string, turn: number): AntiphonError {
  const message = `a chunk is unusual at ${path}; the turn goes on`;
  return new AntiphonError('chunk_unusual', message, { failure: false, path, turn });
}
