import { msOfSamples } from '../../src/core/audio.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SpokenWord, TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { isSpeakable, mustSound } from '../../src/core/speakable.ts';
import { answerIn } from './answers.ts';
import type { Answer } from './answers.ts';
import { openContext } from './context.ts';
import type { Context } from './context.ts';

export interface ContextsOptions {
  /** What every message says alike, but for the context's id and the text. */
  readonly generation: JsonObject;
  /** Of the audio that comes, in Hz. */
  readonly sampleRate: number;
  /** A new id for a context. */
  readonly newId: () => string;
}

interface Utterance {
  readonly number: number;
  /** Where it is spoken; null before its first text, and after a stall. */
  context: Context | null;
  /** Text without a sound, until something follows: Cartesia refuses a context that begins with nothing to say. */
  held: string;
  /** How much of its audio has come, in ms. */
  audioMs: number;
  /** How much had come when its context was opened: Cartesia times words from there. */
  fromMs: number;
  ended: boolean;
}

/**
 * Cartesia's WebSocket: an utterance is a context, to which text is added as it is generated. A context expires 1 s after
 * its last audio, so one that has spoken all it was given when a flush is answered is ended, and what the utterance says
 * after the stall goes into another. A cancelled context is forgotten by its id: the connection is free at once.
 */
export class Contexts implements TtsDialect {
  readonly #options: ContextsOptions;
  readonly #utterances = new Map<number, Utterance>();

  constructor(options: ContextsOptions) {
    this.#options = options;
  }

  open(): readonly TtsAction[] {
    return [{ kind: 'ready' }];
  }

  begin(number: number): readonly TtsAction[] {
    this.#utterances.set(number, { number, context: null, held: '', audioMs: 0, fromMs: 0, ended: false });
    return [];
  }

  text(number: number, text: string): readonly TtsAction[] {
    const utterance = this.#utterances.get(number);
    if (utterance === undefined) return [];
    utterance.held += text;
    const { held } = utterance;
    if (utterance.context === null && !isSpeakable(held)) return [];
    utterance.held = '';
    return [(utterance.context ?? this.#opened(utterance)).text(held)];
  }

  flush(utterance: number): readonly TtsAction[] {
    const context = this.#utterances.get(utterance)?.context ?? null;
    return context === null ? [{ kind: 'flushed', utterance }] : [context.flush()];
  }

  end(number: number): readonly TtsAction[] {
    const utterance = this.#utterances.get(number);
    if (utterance === undefined) return [];
    if (utterance.context === null) return [this.#done(utterance)];
    utterance.ended = true;
    return [utterance.context.end()];
  }

  cancel(utterance: number): readonly TtsAction[] {
    const context = this.#utterances.get(utterance)?.context ?? null;
    this.#utterances.delete(utterance);
    return [...(context === null ? [] : [context.cancel()]), { kind: 'released', utterance }];
  }

  receive(frame: SocketFrame): readonly TtsAction[] {
    const said = answerIn(frame);
    if (said === null) return [];
    const { context: id, answer } = said;
    if (id === '') return answer.kind === 'failed' ? [{ kind: 'fault', fault: answer.fault }] : [];
    const utterance = [...this.#utterances.values()].find(({ context }) => context?.id === id);
    return utterance?.context ? this.#heard(utterance, utterance.context, answer) : [];
  }

  #heard(utterance: Utterance, context: Context, answer: Answer): readonly TtsAction[] {
    const { number, fromMs } = utterance;
    switch (answer.kind) {
      case 'audio':
        context.sounded();
        utterance.audioMs += msOfSamples(answer.bytes.length / BYTES_PER_SAMPLE, this.#options.sampleRate);
        return [{ ...answer, utterance: number }];
      case 'words':
        context.timed(answer.words);
        return [{ kind: 'words', utterance: number, words: later(answer.words, fromMs) }];
      case 'flushed':
        return this.#flushed(utterance, context);
      case 'over':
        return this.#over(utterance, context);
      case 'failed':
        this.#utterances.delete(number);
        return [{ ...answer, utterance: number }];
    }
  }

  #flushed(utterance: Utterance, context: Context): readonly TtsAction[] {
    const spoken = context.answered();
    if (spoken === null) return [];
    const answer: TtsAction = { kind: 'flushed', utterance: utterance.number };
    if (spoken === 'part' || utterance.ended) return [answer];
    utterance.context = null;
    return [context.end(), answer];
  }

  /** Where a context is over before its time, what it was given and did not speak is said in another. */
  #over(utterance: Utterance, { unheard, flushes }: Context): readonly TtsAction[] {
    const { number, ended } = utterance;
    utterance.context = null;
    if (!mustSound(unheard)) {
      return ended ? [this.#done(utterance)] : times(flushes, () => ({ kind: 'flushed', utterance: number }));
    }
    const context = this.#opened(utterance);
    return [context.text(unheard), ...times(flushes, context.flush), ...(ended ? [context.end()] : [])];
  }

  #opened(utterance: Utterance): Context {
    const { newId, generation } = this.#options;
    const context = openContext(newId(), generation);
    utterance.context = context;
    utterance.fromMs = utterance.audioMs;
    return context;
  }

  #done({ number: utterance }: Utterance): TtsAction {
    this.#utterances.delete(utterance);
    return { kind: 'done', utterance };
  }
}

const BYTES_PER_SAMPLE = 2;

function times(count: number, make: () => TtsAction): readonly TtsAction[] {
  return Array.from({ length: count }, make);
}

function later(words: readonly SpokenWord[], ms: number): readonly SpokenWord[] {
  return words.map(({ text, startMs, endMs }) => ({ text, startMs: startMs + ms, endMs: endMs + ms }));
}
