import { msOfSamples } from '../../core/audio.ts';
import { isSpeakable, withoutControls } from '../../core/speakable.ts';
import type { WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import { createUtteranceDecoder, type DecodedEvent, type UtteranceDecoder } from './utteranceDecoder.ts';
import type { SpokenWord, TtsWire } from './dialect.ts';
import { createFlushTimer, type FlushTimer } from './flushTimer.ts';
import type { ConnectionPool } from './connectionPool.ts';
import type { ReadableText } from './heldText.ts';
import type { UtteranceSender } from './ttsConnection.ts';

/** The text of an utterance, so far. */
export interface UtteranceText extends ReadableText {
  /** True if no more text follows. */
  readonly isComplete: boolean;
}

export interface AttemptOptions {
  readonly wire: TtsWire;
  readonly deps: WireDeps;
  readonly pool: ConnectionPool;
  readonly text: UtteranceText;
  /** Offset at which the attempt begins. */
  readonly from: number;
  readonly listener: AttemptListener;
}

/** The listener of an attempt. Nothing follows `done`, `lost` or `failed`. */
export interface AttemptListener {
  sound(samples: Int16Array): void;
  words(words: readonly SpokenWord[]): void;
  /** The audio of the first `chars` of the text has arrived. */
  flushed(chars: number): void;
  /** The audio of the first `chars` has arrived, and no more follows. */
  done(chars: number): void;
  lost(fault: WireFault): void;
  failed(error: unknown): void;
}

/** An attempt at an utterance on one connection, from its first text to its last audio. */
export class Attempt {
  readonly #options: AttemptOptions;
  readonly #flushTimer: FlushTimer;
  #decoder: UtteranceDecoder | null = null;
  #releaseSlot: () => void = () => {};
  #sender: UtteranceSender | null = null;
  #sentTo: number;
  /** True if the text since the last flush contains anything to speak. */
  #mayFlush = false;
  /** Offsets of the unanswered flushes. */
  #flushes: readonly number[] = [];
  /** True while a flush waits for the connection. */
  #flushPending = false;
  #isOver = false;

  constructor(options: AttemptOptions) {
    this.#options = options;
    this.#sentTo = options.from;
    this.#flushTimer = createFlushTimer(() => this.#flush(), options.deps.scheduler);
  }

  start(): void {
    const { wire, pool, listener } = this.#options;
    this.#decoder = createUtteranceDecoder(wire, {
      decoded: (event) => this.#decoded(event),
      failed: (error) => this.#end(() => listener.failed(error)),
    });
    if (this.#isOver) return this.#release();
    this.#releaseSlot = pool.acquire({
      started: (sender) => this.#started(sender),
      received: (result) => this.#decoder?.push(result),
      lost: (fault) => this.#end(() => listener.lost(fault)),
    });
    if (this.#isOver) this.#release();
  }

  /** Sends the new part of the text. */
  sendText(): void {
    const sender = this.#sender;
    if (sender === null) return;
    const { text } = this.#options;
    const more = withoutControls(text.slice(this.#sentTo));
    this.#sentTo = text.length;
    this.#mayFlush ||= isSpeakable(more);
    if (more !== '') sender.text(more);
    if (text.isComplete) this.#flushTimer.stop();
    if (text.isComplete) sender.end();
    else if (this.#mayFlush && !this.#isOver) this.#flushTimer.textSent();
  }

  /** Sends a flush, so that the text so far is spoken without waiting for more. */
  flush(): void {
    this.#flushPending = this.#sender === null;
    // The end of the text also flushes it, and nothing may follow the end.
    if (this.#flushPending || this.#options.text.isComplete || !this.#mayFlush) return;
    this.#flushTimer.stop();
    this.#flush();
  }

  cancel(): void {
    this.#end(() => {});
  }

  #started(sender: UtteranceSender): void {
    this.#sender = sender;
    this.sendText();
    if (this.#flushPending) this.flush();
  }

  #flush(): void {
    this.#mayFlush = false;
    this.#flushes = [...this.#flushes, this.#sentTo];
    this.#sender?.flush();
  }

  #decoded(event: DecodedEvent): void {
    const { listener } = this.#options;
    if (event.kind === 'sound') this.#sound(event.samples);
    else if (event.kind === 'words') listener.words(event.words);
    else if (event.kind === 'done') this.#end(() => listener.done(this.#sentTo));
    else this.#flushed();
  }

  #sound(samples: Int16Array): void {
    const { wire, listener } = this.#options;
    this.#flushTimer.audioReceived(msOfSamples(samples.length, wire.sampleRate));
    listener.sound(samples);
  }

  #flushed(): void {
    const [chars, ...later] = this.#flushes;
    this.#flushes = later;
    if (chars !== undefined) this.#options.listener.flushed(chars);
  }

  #end(notify: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sender = null;
    this.#release();
    notify();
  }

  #release(): void {
    this.#flushTimer.stop();
    this.#decoder?.stop();
    this.#releaseSlot();
  }
}
