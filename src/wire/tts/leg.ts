import { msOfSamples } from '../../core/audio.ts';
import type { WireFault } from '../fault.ts';
import type { World } from '../world.ts';
import type { Heard, Line } from './connection.ts';
import { openDecoding } from './decoding.ts';
import type { Decoded, Decoding } from './decoding.ts';
import type { SpokenWord, TtsWire } from './dialect.ts';
import { openPatience } from './patience.ts';
import type { Patience } from './patience.ts';
import type { Pool } from './pool.ts';
import { isSpeakable, withoutControls } from '../../core/speakable.ts';

/** The text of an utterance as it is written. */
export interface Script {
  readonly text: string;
  /** No more comes. */
  readonly whole: boolean;
}

export interface LegOptions {
  readonly wire: TtsWire;
  readonly world: World;
  readonly pool: Pool;
  readonly script: Script;
  /** Where in the text it begins. */
  readonly from: number;
  readonly listener: LegListener;
}

/** Nothing follows `done`, `lost` or `failed`. */
export interface LegListener {
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
export class Leg {
  readonly #options: LegOptions;
  readonly #patience: Patience;
  #decoding: Decoding | null = null;
  #leave: () => void = () => {};
  #line: Line | null = null;
  #sentTo: number;
  #flushedTo: number;
  /** Where the flushes were that are not answered. */
  #flushes: readonly number[] = [];
  /** The text is complete so far, and there is no connection yet to flush it on. */
  #flushDue = false;
  #isOver = false;

  constructor(options: LegOptions) {
    this.#options = options;
    this.#sentTo = options.from;
    this.#flushedTo = options.from;
    this.#patience = openPatience(() => this.#flush(), options.world.scheduler);
  }

  start(): void {
    const { wire, pool, listener } = this.#options;
    this.#decoding = openDecoding(wire.decoder, {
      decoded: (what) => this.#decoded(what),
      failed: (error) => this.#end(() => listener.failed(error)),
    });
    if (this.#isOver) return this.#release();
    this.#leave = pool.take({
      begun: (line) => this.#begun(line),
      heard: (what) => this.#heard(what),
      lost: (fault) => this.#end(() => listener.lost(fault)),
    });
    if (this.#isOver) this.#release();
  }

  /** The script has grown, or is whole. */
  tell(): void {
    const line = this.#line;
    if (line === null) return;
    const { text, whole } = this.#options.script;
    const more = withoutControls(text.slice(this.#sentTo));
    this.#sentTo = text.length;
    if (more !== '') line.text(more);
    if (whole) this.#patience.stop();
    if (whole) line.end();
    else if (isSpeakable(text.slice(this.#flushedTo)) && !this.#isOver) this.#patience.given();
  }

  /** The script is complete so far: it is spoken without waiting for more. */
  flush(): void {
    const { text, whole } = this.#options.script;
    this.#flushDue = this.#line === null;
    // The end of the text has everything spoken, and nothing may follow it.
    if (this.#flushDue || whole || !isSpeakable(text.slice(this.#flushedTo))) return;
    this.#patience.stop();
    this.#flush();
  }

  cancel(): void {
    this.#end(() => {});
  }

  #begun(line: Line): void {
    this.#line = line;
    this.tell();
    if (this.#flushDue) this.flush();
  }

  #flush(): void {
    this.#flushedTo = this.#sentTo;
    this.#flushes = [...this.#flushes, this.#sentTo];
    this.#line?.flush();
  }

  #heard(what: Heard): void {
    this.#decoding?.push(what);
  }

  #decoded(what: Decoded): void {
    const { listener } = this.#options;
    if (what.kind === 'sound') this.#sound(what.samples);
    else if (what.kind === 'words') listener.words(what.words);
    else if (what.kind === 'done') this.#end(() => listener.done(this.#sentTo));
    else this.#flushed();
  }

  #sound(samples: Int16Array): void {
    const { wire, listener } = this.#options;
    this.#patience.heard(msOfSamples(samples.length, wire.sampleRate));
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
