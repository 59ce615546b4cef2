import type { OperatorFunction } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import { scanArrays } from '../../src/stream/mapArrays.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { TurnEvent } from '../../src/core/turn.ts';
import { checkLimit, type ReplyMeter } from './limits.ts';
import { checkChunk, type CheckedChunk } from './checkChunk.ts';
import type { CheckedChoice, CheckedToolCall } from './checkedChoice.ts';
import type { Seen } from './findUnusual.ts';
import { addCall, charsOf, createCalls } from './toolCalls.ts';

/** The end of a round: its calls, possibly none. */
export type RoundEnd = Extract<TurnEvent, { readonly kind: 'round' }>;

type CompletionEvent = RoundEnd | Extract<TurnEvent, { readonly kind: 'text' }>;

export interface CompletionOptions {
  readonly turn: number;
  readonly round: number;
  /** Gets diagnostics for unusual chunks. */
  readonly unusual: (error: AntiphonError) => void;
  readonly report: (error: AntiphonError) => void;
  /** Counts the text of the reply, over all its rounds. */
  readonly meter: ReplyMeter;
}

/** Reads the chunks of one completion: emits its text as it arrives, refusals too, and its calls at the end of the stream. */
export function completion(options: CompletionOptions): OperatorFunction<unknown, CompletionEvent> {
  const { turn, round, unusual, report } = options;
  return scanArrays(
    initialState,
    (state, chunk): CompletionState => {
      const checked = checkChunk(chunk, state.seen);
      for (const path of checked.unusual) unusual(createUnusualError(path, turn));
      const after = addChunk(state, checked, options);
      if (isCutShort(after.finish) && state.finish === null) report(createTruncatedError(after.finish, turn));
      return after;
    },
    ({ output }) => output,
    (state) => [createRoundEnd(state, turn, round)],
  );
}

interface CompletionState {
  readonly seen: Seen | null;
  readonly finish: string | null;
  readonly calls: readonly CheckedToolCall[];
  /** The output of the last chunk. */
  readonly output: readonly CompletionEvent[];
  /** True if the text so far ends in a word of `content`, so that a refusal needs a space before it. */
  readonly endsInWord: boolean;
  readonly chunks: number;
  /** Length of the ids, names and arguments of the calls. */
  readonly callChars: number;
}

const initialState: CompletionState = {
  seen: null,
  finish: null,
  calls: [],
  output: [],
  endsInWord: false,
  chunks: 0,
  callChars: 0,
};

/** Adds a chunk. Text and calls after a finish are ignored. */
function addChunk(state: CompletionState, { choice, seen }: CheckedChunk, options: CompletionOptions): CompletionState {
  const { turn, round, meter } = options;
  const chunks = state.chunks + 1;
  checkLimit(LIMITS.chunks, chunks, 'stream', 'chunks');
  if (choice === null || state.finish !== null) return { ...state, seen, chunks, output: [] };
  const delta = textOf(choice, state);
  meter.addText(delta.length);
  const calls = choice.toolCalls.reduce(addCall, state.calls);
  const callChars = choice.toolCalls.reduce((sum, call) => sum + charsOf(call), state.callChars);
  checkLimit(LIMITS.calls, calls.length, 'choices[0].delta.tool_calls', 'calls in a stream');
  checkLimit(LIMITS.callText, callChars, 'choices[0].delta.tool_calls', 'characters in the calls of a stream');
  return {
    seen,
    finish: choice.finishReason,
    calls,
    output: delta === '' ? [] : [{ kind: 'text', turn, round, delta }],
    endsInWord: delta === '' ? state.endsInWord : choice.refusal === '' && !/\s$/u.test(delta.slice(-1)),
    chunks,
    callChars,
  };
}

/** Returns the text of a chunk: content and refusal. */
function textOf({ content, refusal }: CheckedChoice, { endsInWord }: CompletionState): string {
  const follows = content === '' ? endsInWord : !/\s$/u.test(content.slice(-1));
  const seam = refusal !== '' && follows && !/^\s/u.test(refusal) ? ' ' : '';
  return content + seam + refusal;
}

function createRoundEnd(state: CompletionState, turn: number, round: number): RoundEnd {
  const calls = createCalls(state.calls, turn, round);
  const end: RoundEnd = { kind: 'round', turn, round, calls };
  if (calls.length === 0) return end;
  if (state.finish === 'content_filter')
    return { ...end, notExecuted: 'a content filter ended the answer of the model' };
  const isOpen = state.finish === null || state.finish === 'length';
  if (isOpen && calls.some((call) => call.function.arguments.trim() === ''))
    return { ...end, notExecuted: 'the answer of the model broke off within a call' };
  return end;
}

function isCutShort(finish: string | null): finish is 'length' | 'content_filter' {
  return finish === 'length' || finish === 'content_filter';
}

function createTruncatedError(finish: string, turn: number): AntiphonError {
  const message = `the model stopped early: finish_reason "${finish}"`;
  return new AntiphonError('reply_truncated', message, { failure: false, turn });
}

function createUnusualError(path: string, turn: number): AntiphonError {
  const message = `a chunk is unusual at ${path}; the turn continues`;
  return new AntiphonError('chunk_unusual', message, { failure: false, path, turn });
}
