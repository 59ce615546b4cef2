import { LIMITS } from '../../src/core/limits.ts';
import type { TurnEvent } from '../../src/core/turn.ts';
import { HiddenText } from './hiddenText.ts';
import { checkLimit, createLimitError } from './limits.ts';
import { HIDDEN_TAGS } from './llmTurnOptions.ts';
import type { CheckedChunk } from './checkChunk.ts';
import type { CheckedChoice, CheckedToolCall } from './checkedChoice.ts';
import { RoundExtra } from './roundExtra.ts';
import { SeenChunks, type UnusualListener } from './seenChunks.ts';
import { addCall, charsOf, createCalls } from './toolCalls.ts';

/** The end of a round: its calls, possibly none. */
export type RoundEnd = Extract<TurnEvent, { readonly kind: 'round' }>;

export type TextEvent = Extract<TurnEvent, { readonly kind: 'text' }>;

/** The reply that a completion belongs to. */
export interface CompletionOwner extends UnusualListener {
  readonly turn: number;
  /** Counts the text of the reply, over all its rounds. @throws AntiphonError `limit_exceeded` */
  addText(chars: number): void;
  /** Called when a round's unknown fields exceed the limit and are dropped. */
  onExtraDropped(): void;
  /** Called with the reason why a model stopped early. */
  onTruncated(finish: string): void;
}

/** Accumulates the chunks of one completion: text and refusals as they arrive, calls at the end of the stream. */
export class Completion {
  readonly #owner: CompletionOwner;
  readonly #round: number;
  readonly #seen: SeenChunks;
  readonly #hidden: HiddenText;
  readonly #extra = new RoundExtra();
  #finish: string | null = null;
  #calls: readonly CheckedToolCall[] = [];
  /** The latest text, if it is `content`. A refusal after a word needs a space before it. */
  #content = '';
  #chunks = 0;
  /** Length of the ids, names and arguments of the calls. */
  #callChars = 0;

  constructor(owner: CompletionOwner, round: number, hiddenTags: readonly string[] = HIDDEN_TAGS) {
    this.#owner = owner;
    this.#round = round;
    this.#hidden = new HiddenText(hiddenTags);
    this.#seen = new SeenChunks(owner);
  }

  /**
   * Adds a chunk and returns its text, if any. Ignores text and calls after a finish.
   *
   * @throws AntiphonError `chunk_invalid`, `limit_exceeded`
   */
  add(chunk: CheckedChunk): TextEvent | null {
    if (chunk.fault !== null) throw chunk.fault.error;
    this.#seen.add(chunk);
    this.#chunks += 1;
    if (this.#chunks > LIMITS.chunks) throw createLimitError(LIMITS.chunks, 'stream', 'chunks');
    const { choice } = chunk;
    if (choice === null || this.#finish !== null) return null;
    const generated = choice.refusal === '' ? choice.content : withRefusal(choice, this.#content);
    this.#owner.addText(generated.length);
    if (choice.extra !== null) this.#extra.addMessage(choice.extra);
    if (choice.toolCalls.length > 0) this.#addCalls(choice.toolCalls);
    if (choice.finishReason !== null) this.#setFinish(choice.finishReason);
    if (generated === '') return null;
    this.#content = choice.refusal === '' ? generated : '';
    return this.#textOf(this.#hidden.add(generated));
  }

  /** Returns the end of the text that was held back. */
  rest(): TextEvent | null {
    return this.#textOf(this.#hidden.end());
  }

  #textOf(delta: string): TextEvent | null {
    return delta === '' ? null : { kind: 'text', turn: this.#owner.turn, round: this.#round, delta };
  }

  /** Returns the end of the round. */
  end(): RoundEnd {
    const { turn } = this.#owner;
    const round = this.#round;
    const calls = createCalls(this.#calls, turn, round);
    if (calls.length === 0) return { kind: 'round', turn, round, calls };
    if (this.#extra.isTooLong) this.#owner.onExtraDropped();
    const extra = this.#extra.of(this.#calls, calls);
    const end: RoundEnd = { kind: 'round', turn, round, calls, ...(extra && { extra }) };
    if (this.#finish === 'content_filter')
      return { ...end, notExecuted: 'a content filter ended the answer of the model' };
    const isOpen = this.#finish === null || this.#finish === 'length';
    if (isOpen && calls.some((call) => call.function.arguments.trim() === ''))
      return { ...end, notExecuted: 'the answer of the model broke off within a call' };
    return end;
  }

  #setFinish(finish: string): void {
    this.#finish = finish;
    if (finish === 'length' || finish === 'content_filter') this.#owner.onTruncated(finish);
  }

  #addCalls(given: readonly CheckedToolCall[]): void {
    const added = given.map((call) => this.#extra.admit(call));
    this.#calls = added.reduce(addCall, this.#calls);
    this.#callChars = added.reduce((sum, call) => sum + charsOf(call), this.#callChars);
    checkLimit(LIMITS.calls, this.#calls.length, 'choices[0].delta.tool_calls', 'calls in a stream');
    checkLimit(LIMITS.callText, this.#callChars, 'choices[0].delta.tool_calls', 'characters in the calls of a stream');
  }
}

/**
 * Returns the text of a chunk with a refusal. The refusal follows the chunk's content, or the content of the previous
 * chunk.
 */
function withRefusal({ content, refusal }: CheckedChoice, before: string): string {
  const last = (content === '' ? before : content).slice(-1);
  const seam = last !== '' && !/\s/u.test(last) && !/^\s/u.test(refusal) ? ' ' : '';
  return content + seam + refusal;
}
