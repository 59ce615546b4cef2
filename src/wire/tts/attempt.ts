import { msOfSamples } from '../../core/audio.ts';
import type { WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { UtteranceEvent, UtteranceSender } from './ttsConnection.ts';
import { createUtteranceDecoder } from './utteranceDecoder.ts';
import type { DecodedEvent, UtteranceDecoder } from './utteranceDecoder.ts';
import type { SpokenWord, TtsWire } from './dialect.ts';
import { createFlushTimer } from './flushTimer.ts';
import type { FlushTimer } from './flushTimer.ts';
import type { ConnectionPool } from './connectionPool.ts';
import { isSpeakable, withoutControls } from '../../core/speakable.ts';

/** The text of an utterance as it is written. */
export interface UtteranceText {
  readonly text: string;
  /** No more comes. */
  readonly isComplete: boolean;
}

export interface AttemptOptions {
  readonly wire: TtsWire;
  readonly deps: WireDeps;
  readonly pool: ConnectionPool;
  readonly text: UtteranceText;
  /** Where in the text it begins. */
  readonly from: number;
  readonly listener: AttemptListener;
}

/** Nothing follows `done`, `lost` or `failed`. */
export interface AttemptListener {
  sound(samples: Int16Array): void;
  words(words: readonly SpokenWord[]): void;
  /** All of the first `chars` of the text has come. */
  flushed(chars: number): void;
  /** All of the first `chars` of the text has come, and no more will. */
  done(chars: number): void;
  lost(fault: WireFault): void;
  failed(error: unknown): void;
}

/** One attempt at speaking a text: on one connection, from its first text to its last audio. */
export class Attempt {
  readonly #options: AttemptOptions;
  readonly #patience: FlushTimer;
  #decoding: UtteranceDecoder | null = null;
  #leave: () => void = () => {};
  #line: UtteranceSender | null = null;
  #sentTo: number;
  #flushedTo: number;
  /** Where the flushes were that are not answered. */
  #flushes: readonly number[] = [];
  /** The text is complete so far, and there is no connection yet to flush it on. */
  #flushDue = false;
  #isOver = false;

  constructor(options: AttemptOptions) {
    this.#options = options;
    this.#sentTo = options.from;
    this.#flushedTo = options.from;
    this.#patience = createFlushTimer(() => this.#flush(), options.deps.scheduler);
  }

  start(): void {
    const { wire, pool, listener } = this.#options;
    this.#decoding = createUtteranceDecoder(wire.decoder, {
      decoded: (what) => this.#decoded(what),
      failed: (error) => this.#end(() => listener.failed(error)),
    });
    if (this.#isOver) return this.#release();
    this.#leave = pool.acquire({
      started: (line) => this.#begun(line),
      received: (what) => this.#heard(what),
      lost: (fault) => this.#end(() => listener.lost(fault)),
    });
    if (this.#isOver) this.#release();
  }

  /** The script has grown, or is whole. */
  sendText(): void {
    const line = this.#line;
    if (line === null) return;
    const { text, isComplete } = this.#options.text;
    const more = withoutControls(text.slice(this.#sentTo));
    this.#sentTo = text.length;
    if (more !== '') line.text(more);
    if (isComplete) this.#patience.stop();
    if (isComplete) line.end();
    else if (isSpeakable(text.slice(this.#flushedTo)) && !this.#isOver) this.#patience.textSent();
  }

  /** The script is complete so far: it is spoken without waiting for more. */
  flush(): void {
    const { text, isComplete } = this.#options.text;
    this.#flushDue = this.#line === null;
    // The end of the text has everything spoken, and nothing may follow it.
    if (this.#flushDue || isComplete || !isSpeakable(text.slice(this.#flushedTo))) return;
    this.#patience.stop();
    this.#flush();
  }

  cancel(): void {
    this.#end(() => {});
  }

  #begun(line: UtteranceSender): void {
    this.#line = line;
    this.sendText();
    if (this.#flushDue) this.flush();
  }

  #flush(): void {
    this.#flushedTo = this.#sentTo;
    this.#flushes = [...this.#flushes, this.#sentTo];
    this.#line?.flush();
  }

  #heard(what: UtteranceEvent): void {
    this.#decoding?.push(what);
  }

  #decoded(what: DecodedEvent): void {
    const { listener } = this.#options;
    if (what.kind === 'sound') this.#sound(what.samples);
    else if (what.kind === 'words') listener.words(what.words);
    else if (what.kind === 'done') this.#end(() => listener.done(this.#sentTo));
    else this.#flushed();
  }

  #sound(samples: Int16Array): void {
    const { wire, listener } = this.#options;
    this.#patience.audioReceived(msOfSamples(samples.length, wire.sampleRate));
    listener.sound(samples);
  }

  #flushed(): void {
    const [chars, ...later] = this.#flushes;
    this.#flushes = later;
    if (chars !== undefined) this.#options.listener.flushed(chars);
  }

  #end(tell: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#line = null;
    this.#release();
    tell();
  }

  #release(): void {
    this.#patience.stop();
    this.#decoding?.stop();
    this.#leave();
  }
}
