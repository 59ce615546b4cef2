import { AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { TurnEvent } from '../../src/core/turn.ts';
import { checkLimit, type ReplyMeter } from './limits.ts';
import { checkChunk } from './checkChunk.ts';
import type { CheckedChoice, CheckedToolCall } from './checkedChoice.ts';
import { SeenChunks } from './seenChunks.ts';
import { addCall, charsOf, createCalls } from './toolCalls.ts';

/** The end of a round: its calls, possibly none. */
export type RoundEnd = Extract<TurnEvent, { readonly kind: 'round' }>;

export type TextEvent = Extract<TurnEvent, { readonly kind: 'text' }>;

export interface CompletionOptions {
  readonly turn: number;
  readonly round: number;
  /** Gets diagnostics for unusual chunks. */
  readonly unusual: (error: AntiphonError) => void;
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Counts the text of the reply, over all its rounds. */
  readonly meter: ReplyMeter;
}

/** What the chunks of one completion add up to: their text as it arrives, refusals too, and their calls at the end of the stream. */
export class Completion {
  readonly #options: CompletionOptions;
  readonly #seen = new SeenChunks();
  #finish: string | null = null;
  #calls: readonly CheckedToolCall[] = [];
  /** True if the text so far ends in a word of `content`, so that a refusal needs a space before it. */
  #endsInWord = false;
  #chunks = 0;
  /** Length of the ids, names and arguments of the calls. */
  #callChars = 0;

  constructor(options: CompletionOptions) {
    this.#options = options;
  }

  /**
   * Adds a chunk and returns its text, if it has one. Text and calls after a finish are ignored.
   *
   * @throws AntiphonError `chunk_invalid`, `limit_exceeded`
   */
  add(chunk: unknown): TextEvent | null {
    const { turn, round, unusual, report, meter } = this.#options;
    const { choice, unusual: paths } = checkChunk(chunk, this.#seen);
    for (const path of paths) unusual(createUnusualError(path, turn));
    this.#chunks += 1;
    checkLimit(LIMITS.chunks, this.#chunks, 'stream', 'chunks');
    if (choice === null || this.#finish !== null) return null;
    const delta = textOf(choice, this.#endsInWord);
    meter.addText(delta.length);
    if (choice.toolCalls.length > 0) this.#addCalls(choice.toolCalls);
    this.#finish = choice.finishReason;
    if (isCutShort(this.#finish)) report?.(createTruncatedError(this.#finish, turn));
    if (delta === '') return null;
    this.#endsInWord = choice.refusal === '' && !/\s$/u.test(delta.slice(-1));
    return { kind: 'text', turn, round, delta };
  }

  /** Returns the end of the round. */
  end(): RoundEnd {
    const { turn, round } = this.#options;
    const calls = createCalls(this.#calls, turn, round);
    const end: RoundEnd = { kind: 'round', turn, round, calls };
    if (calls.length === 0) return end;
    if (this.#finish === 'content_filter')
      return { ...end, notExecuted: 'a content filter ended the answer of the model' };
    const isOpen = this.#finish === null || this.#finish === 'length';
    if (isOpen && calls.some((call) => call.function.arguments.trim() === ''))
      return { ...end, notExecuted: 'the answer of the model broke off within a call' };
    return end;
  }

  #addCalls(added: readonly CheckedToolCall[]): void {
    this.#calls = added.reduce(addCall, this.#calls);
    this.#callChars = added.reduce((sum, call) => sum + charsOf(call), this.#callChars);
    checkLimit(LIMITS.calls, this.#calls.length, 'choices[0].delta.tool_calls', 'calls in a stream');
    checkLimit(LIMITS.callText, this.#callChars, 'choices[0].delta.tool_calls', 'characters in the calls of a stream');
  }
}

/** Returns the text of a chunk: content and refusal. */
function textOf({ content, refusal }: CheckedChoice, endsInWord: boolean): string {
  const follows = content === '' ? endsInWord : !/\s$/u.test(content.slice(-1));
  const seam = refusal !== '' && follows && !/^\s/u.test(refusal) ? ' ' : '';
  return content + seam + refusal;
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
