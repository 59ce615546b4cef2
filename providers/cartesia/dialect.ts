import { msOfSamples } from '../../src/core/audio.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SpokenWord, TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { isSpeakable } from '../../src/core/speakable.ts';
import { parseMessage, type ContextEvent } from './messages.ts';
import { createContext, type Context } from './context.ts';

export interface CartesiaDialectOptions {
  /** The fields that all messages of a context share. */
  readonly generation: JsonObject;
  /** Rate of the audio, in Hz. */
  readonly sampleRate: number;
  /** Creates the id of a context. */
  readonly newId: () => string;
}

interface Utterance {
  readonly number: number;
  /** The current context; null before the first text, and after a pause. */
  context: Context | null;
  /**
   * Text without letters, held until more follows, because Cartesia rejects a context that begins with unspeakable
   * text.
   */
  heldText: string;
  /** Audio received, in ms. */
  audioMs: number;
  /** Audio received before the current context, in ms. Cartesia's word times count from there. */
  contextStartMs: number;
  ended: boolean;
}

/**
 * The dialect of Cartesia's WebSocket. An utterance is a context, to which text is added as it is generated. A context
 * expires 1 s after its last audio. Therefore, a context that has spoken all its text when a flush is confirmed is
 * ended, and later text of the utterance opens another. Messages of a cancelled context are ignored, so the connection
 * is free at once.
 */
export class CartesiaDialect implements TtsDialect {
  readonly #options: CartesiaDialectOptions;
  readonly #utterances = new Map<number, Utterance>();

  constructor(options: CartesiaDialectOptions) {
    this.#options = options;
  }

  open(): readonly TtsAction[] {
    return [{ kind: 'ready' }];
  }

  begin(number: number): readonly TtsAction[] {
    this.#utterances.set(number, { number, context: null, heldText: '', audioMs: 0, contextStartMs: 0, ended: false });
    return [];
  }

  text(number: number, text: string): readonly TtsAction[] {
    const utterance = this.#utterances.get(number);
    if (utterance === undefined) return [];
    utterance.heldText += text;
    const { heldText } = utterance;
    if (utterance.context === null && !isSpeakable(heldText)) return [];
    utterance.heldText = '';
    return [(utterance.context ?? this.#openContext(utterance)).text(heldText)];
  }

  flush(utterance: number): readonly TtsAction[] {
    const context = this.#utterances.get(utterance)?.context ?? null;
    return context === null ? [{ kind: 'flushed', utterance }] : [context.flush()];
  }

  end(number: number): readonly TtsAction[] {
    const utterance = this.#utterances.get(number);
    if (utterance === undefined) return [];
    if (utterance.context === null) return [this.#end(utterance)];
    utterance.ended = true;
    return [utterance.context.end()];
  }

  cancel(utterance: number): readonly TtsAction[] {
    const context = this.#utterances.get(utterance)?.context ?? null;
    this.#utterances.delete(utterance);
    return [...(context === null ? [] : [context.cancel()]), { kind: 'released', utterance }];
  }

  receive(frame: SocketFrame): readonly TtsAction[] {
    const message = parseMessage(frame);
    if (message === null) return [];
    const { context: id, event } = message;
    if (id === '') return event.kind === 'failed' ? [{ kind: 'fault', fault: event.fault }] : [];
    const utterance = [...this.#utterances.values()].find(({ context }) => context?.id === id);
    return utterance?.context ? this.#handleEvent(utterance, utterance.context, event) : [];
  }

  #handleEvent(utterance: Utterance, context: Context, event: ContextEvent): readonly TtsAction[] {
    const { number, contextStartMs } = utterance;
    switch (event.kind) {
      case 'audio':
        context.progress.addAudio();
        utterance.audioMs += msOfSamples(event.bytes.length / BYTES_PER_SAMPLE, this.#options.sampleRate);
        return [{ ...event, utterance: number }];
      case 'words':
        context.progress.addWords(event.words);
        return [{ kind: 'words', utterance: number, words: shiftWords(event.words, contextStartMs) }];
      case 'flushed':
        return this.#handleFlushDone(utterance, context);
      case 'ended':
        return this.#handleDone(utterance, context, event.isFinished);
      case 'failed':
        this.#utterances.delete(number);
        return [{ ...event, utterance: number }];
    }
  }

  #handleFlushDone(utterance: Utterance, context: Context): readonly TtsAction[] {
    const spoken = context.confirmFlush();
    if (spoken === null) return [];
    const answer: TtsAction = { kind: 'flushed', utterance: utterance.number };
    if (spoken === 'part' || utterance.ended) return [answer];
    utterance.context = null;
    return [context.end(), answer];
  }

  /** Ends the utterance, or opens another context for the text that an early-ended one did not speak. */
  #handleDone(utterance: Utterance, { progress, pendingFlushes }: Context, isFinished: boolean): readonly TtsAction[] {
    const { number, ended } = utterance;
    const unspokenText = progress.unspokenText(ended && isFinished);
    utterance.context = null;
    if (unspokenText === '') {
      return ended ? [this.#end(utterance)] : repeat(pendingFlushes, () => ({ kind: 'flushed', utterance: number }));
    }
    const context = this.#openContext(utterance);
    return [context.text(unspokenText), ...repeat(pendingFlushes, context.flush), ...(ended ? [context.end()] : [])];
  }

  #openContext(utterance: Utterance): Context {
    const { newId, generation } = this.#options;
    const context = createContext(newId(), generation);
    utterance.context = context;
    utterance.contextStartMs = utterance.audioMs;
    return context;
  }

  #end({ number: utterance }: Utterance): TtsAction {
    this.#utterances.delete(utterance);
    return { kind: 'done', utterance };
  }
}

const BYTES_PER_SAMPLE = 2;

function repeat(count: number, create: () => TtsAction): readonly TtsAction[] {
  return Array.from({ length: count }, create);
}

function shiftWords(words: readonly SpokenWord[], ms: number): readonly SpokenWord[] {
  return words.map(({ text, startMs, endMs }) => ({ text, startMs: startMs + ms, endMs: endMs + ms }));
}
