import { concat, map, of, type OperatorFunction } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import { scanArrays } from '../../src/stream/mapArrays.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { FunctionCall } from '../../src/core/message.ts';
import { checkLimit, type ReplyMeter } from './limits.ts';
import { checkChunk, type CheckedChoice, type CheckedChunk, type CheckedToolCall, type Seen } from './checkChunk.ts';

export type CompletionEvent =
  | { readonly kind: 'text'; readonly delta: string }
  /** The stream has ended; possibly without calls. */
  | { readonly kind: 'calls'; readonly calls: readonly FunctionCall[]; readonly notExecuted?: string };

export interface CompletionOptions {
  readonly turn: number;
  readonly round: number;
  /** Told of rules that real services break, too. */
  readonly unusual: (error: AntiphonError) => void;
  readonly report: (error: AntiphonError) => void;
  /** Counts the text of the reply, over all its rounds. */
  readonly meter: ReplyMeter;
}

/**
 * Reads the chunks of one completion: its text as it comes, its calls when the stream has ended. A refusal is
 * text like any other.
 */
export function completion({
  turn,
  round,
  unusual,
  report,
  meter,
}: CompletionOptions): OperatorFunction<unknown, CompletionEvent> {
  return (chunks) =>
    concat(chunks.pipe(map((chunk) => ({ chunk }))), of(null)).pipe(
      scanArrays(
        initialState,
        (reading, item): CompletionState => {
          if (item === null) return { ...reading, said: [endOf(reading, turn, round)] };
          const checked = checkChunk(item.chunk, reading.seen);
          for (const path of checked.unusual) unusual(unusualChunk(path, turn));
          const after = addChunk(reading, checked, meter);
          if (isCutShort(after.finish) && reading.finish === null) report(truncated(after.finish, turn));
          return after;
        },
        ({ said }) => said,
      ),
    );
}

interface CompletionState {
  readonly seen: Seen | null;
  readonly finish: string | null;
  readonly calls: readonly CheckedToolCall[];
  readonly said: readonly CompletionEvent[];
  /** Whether the text so far ends in a word of `content`, so that a refusal needs a space before it. */
  readonly endsInWord: boolean;
  readonly chunks: number;
  /** What ids, names and arguments of the calls take. */
  readonly callChars: number;
}

const initialState: CompletionState = {
  seen: null,
  finish: null,
  calls: [],
  said: [],
  endsInWord: false,
  chunks: 0,
  callChars: 0,
};

/** What comes after a finish is no part of the reply. */
function addChunk(reading: CompletionState, chunk: CheckedChunk, meter: ReplyMeter): CompletionState {
  const { choice, seen } = chunk;
  const chunks = reading.chunks + 1;
  checkLimit(LIMITS.chunks, chunks, 'stream', 'chunks');
  if (choice === null || reading.finish !== null) return { ...reading, seen, chunks, said: [] };
  const delta = textOf(choice, reading);
  meter.addText(delta.length);
  const calls = choice.toolCalls.reduce(addCall, reading.calls);
  const callChars = choice.toolCalls.reduce((sum, call) => sum + charsOf(call), reading.callChars);
  checkLimit(LIMITS.calls, calls.length, 'choices[0].delta.tool_calls', 'calls in a stream');
  checkLimit(LIMITS.callText, callChars, 'choices[0].delta.tool_calls', 'characters in the calls of a stream');
  return {
    seen,
    finish: choice.finishReason,
    calls,
    said: delta === '' ? [] : [{ kind: 'text', delta }],
    endsInWord: delta === '' ? reading.endsInWord : choice.refusal === '' && !/\s$/u.test(delta.slice(-1)),
    chunks,
    callChars,
  };
}

/** What the model says to the user, be it an answer or why there is none. */
function textOf({ content, refusal }: CheckedChoice, { endsInWord }: CompletionState): string {
  const follows = content === '' ? endsInWord : !/\s$/u.test(content.slice(-1));
  const seam = refusal !== '' && follows && !/^\s/u.test(refusal) ? ' ' : '';
  return content + seam + refusal;
}

function charsOf({ id, name, arguments: args }: CheckedToolCall): number {
  return id.length + name.length + args.length;
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

function endOf(reading: CompletionState, turn: number, round: number): CompletionEvent {
  const calls = callsOf(reading, turn, round);
  if (calls.length === 0 || reading.finish !== 'content_filter') return { kind: 'calls', calls };
  return { kind: 'calls', calls, notExecuted: 'a content filter ended the answer of the model' };
}

/** A call without an id gets one that no other call of the session has. */
function callsOf({ calls }: CompletionState, turn: number, round: number): readonly FunctionCall[] {
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
