import { createPcmDecoder } from '../../audio/pcm.ts';
import type { WordTiming } from '../../../core/turn.ts';
import type { AudioDecoder } from '../../audio/decoder.ts';
import type { JsonObject } from '../../json.ts';
import { ItemWords } from './itemWords.ts';

/** The items of a conversation: turns of the user with their words, and audio of the agent. */
export class ConversationItems {
  /** Turns whose commit the server has not confirmed, oldest first. */
  #committing: readonly number[] = [];
  readonly #turns = new Map<string, { readonly turn: number; text: string }>();
  /** The samples that were received of each item. */
  readonly #samples = new Map<string, number>();
  /** The decoders of the items that are still being received: pieces of audio may end within a sample. */
  readonly #decoders = new Map<string, AudioDecoder>();
  readonly #words = new Map<string, ItemWords>();
  readonly #ended = new Set<string>();

  commit(turn: number): void {
    this.#committing = [...this.#committing, turn];
  }

  confirmCommit(item: string): void {
    const [turn, ...others] = this.#committing;
    this.#committing = others;
    if (turn !== undefined) this.#turns.set(item, { turn, text: '' });
  }

  /** Returns the words of a turn so far; null for an unknown item. */
  appendWords(item: string, delta: string): { readonly turn: number; readonly text: string } | null {
    const known = this.#turns.get(item);
    if (known === undefined) return null;
    known.text += delta;
    return { turn: known.turn, text: known.text };
  }

  /** Returns the words of a turn so far, which replace earlier ones; null for an unknown item. */
  setWords(item: string, text: string): { readonly turn: number; readonly text: string } | null {
    const known = this.#turns.get(item);
    if (known === undefined) return null;
    known.text = text;
    return { turn: known.turn, text };
  }

  /** Returns all words of a turn, which then gets no more; null for an unknown item. */
  completeWords(item: string, text: string): { readonly turn: number; readonly text: string } | null {
    const known = this.#turns.get(item);
    this.#turns.delete(item);
    return known === undefined ? null : { turn: known.turn, text };
  }

  /** Adds text of an item. Returns the words whose times are known by now. */
  addText(item: string, delta: string): readonly WordTiming[] {
    if (!this.#samples.has(item)) this.#samples.set(item, 0);
    return this.#wordsOf(item).addText(delta);
  }

  /** Adds the time of a word of an item. Returns the words whose text is known by now. */
  addTime(item: string, fields: JsonObject): readonly WordTiming[] {
    return this.#wordsOf(item).addTime(fields);
  }

  #wordsOf(item: string): ItemWords {
    const words = this.#words.get(item) ?? new ItemWords();
    this.#words.set(item, words);
    return words;
  }

  /** Decodes a piece of an item's audio. */
  addAudio(item: string, bytes: Uint8Array): Int16Array {
    const decoder = this.#decoders.get(item) ?? createPcmDecoder();
    this.#decoders.set(item, decoder);
    const samples = decoder.push(bytes);
    this.#samples.set(item, (this.#samples.get(item) ?? 0) + samples.length);
    return samples;
  }

  /** Notes that all of an item was received. */
  end(item: string): void {
    this.#ended.add(item);
    this.#decoders.delete(item);
    this.#words.delete(item);
  }

  isEnded(item: string): boolean {
    return this.#ended.has(item);
  }

  /** Returns the samples received of an item; null for an unknown item. */
  samplesOf(item: string): number | null {
    return this.#samples.get(item) ?? null;
  }
}
