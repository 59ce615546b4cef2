import type { SttInput } from '../../../src/core/ports.ts';
import type { EngineSttEvent, FromEngine, ToEngine } from '../../../src/wire/engine/messages.ts';
import type { SherpaAddon } from './addon.ts';
import { MODEL_RATE, type Decoder, type DecoderStream } from './decoder.ts';
import { addHotwords } from './hotwords.ts';
import type { Measured, RecogniserSettings, SttAnswer, SttCommand } from './messages.ts';
import type { Recognition } from './recognition.ts';
import { createStreamingDecoder } from './streamingDecoder.ts';
import { createWholeDecoder } from './wholeDecoder.ts';

export interface EngineOptions<Answer> {
  readonly addon: SherpaAddon;
  readonly post: (message: FromEngine<Answer>) => void;
  /** Returns the time in ms. */
  readonly now: () => number;
  /** Calls `work` soon, after the messages that have arrived. */
  readonly schedule: (work: () => void) => void;
  /** Called after each answer, when objects of the addon can be freed. */
  readonly onAnswer?: (() => void) | undefined;
}

/** A part of a segment that is answered once: up to a flush, or to the end. */
interface Part {
  readonly session: number;
  readonly segment: number;
  readonly stream: DecoderStream;
  /** Start of its audio in the segment, in ms. */
  readonly startMs: number;
  samples: number;
  /** The latest interim. */
  shown: string;
}

/** The recogniser of a process. Between two pieces of decoding, it takes the messages that have arrived. */
export class SttEngine {
  readonly #options: EngineOptions<SttAnswer>;
  readonly #parts = new Set<Part>();
  /** The parts that receive audio, by session and segment. */
  readonly #open = new Map<string, Part>();
  #model: { readonly decoder: Decoder; readonly measured: Measured } | undefined;
  /** True if speech that is too short for an interim gets one just before its final. */
  #hasInterims = false;
  #isScheduled = false;
  #busyMs = 0;

  constructor(options: EngineOptions<SttAnswer>) {
    this.#options = options;
  }

  /** Handles a message of a session. Throws if the model cannot be loaded. */
  handle({ id, content }: ToEngine<SttCommand>): void {
    if (content.kind === 'close') this.#close(id);
    else if (content.kind === 'input') this.#handleInput(id, content.input);
    else this.#options.post({ id, content: this.#load(content.settings).measured });
    this.#wake();
  }

  #load(settings: RecogniserSettings): { readonly decoder: Decoder; readonly measured: Measured } {
    if (this.#model !== undefined) return this.#model;
    const { addon, now } = this.#options;
    const decoder = createDecoder(addon, settings, now);
    this.#hasInterims = settings.streaming || settings.interimSamples !== null;
    this.#model = { decoder, measured: { kind: 'measured', realTimeFactor: measureSpeed(decoder, now), speakers: 0 } };
    return this.#model;
  }

  #handleInput(session: number, input: SttInput): void {
    const { segment } = input;
    const key = `${session} ${segment}`;
    if (input.kind === 'start') return this.#begin(session, segment, 0);
    const part = this.#open.get(key);
    if (part === undefined) return;
    if (input.kind === 'audio') return accept(part, input.frame.samples);
    this.#open.delete(key);
    part.stream.finish();
    if (input.kind === 'flush') this.#begin(session, segment, part.startMs + (1000 * part.samples) / MODEL_RATE);
  }

  #begin(session: number, segment: number, startMs: number): void {
    if (this.#model === undefined) return;
    const stream = this.#model.decoder.createStream();
    const part: Part = { session, segment, stream, startMs, samples: 0, shown: '' };
    this.#open.set(`${session} ${segment}`, part);
    this.#parts.add(part);
  }

  #close(session: number): void {
    for (const [key, part] of this.#open) if (part.session === session) this.#open.delete(key);
    for (const part of this.#parts) if (part.session === session) this.#parts.delete(part);
    this.#options.post({ id: session, content: { kind: 'closed' } });
  }

  #wake(): void {
    if (this.#isScheduled || ![...this.#parts].some(({ stream }) => stream.isReady() || stream.isDone())) return;
    this.#isScheduled = true;
    this.#options.schedule(() => {
      this.#isScheduled = false;
      this.#decode();
      this.#wake();
    });
  }

  #decode(): void {
    const { now } = this.#options;
    const ready = [...this.#parts].flatMap(({ stream }) => (stream.isReady() ? [stream] : []));
    const began = now();
    const worked = new Set(ready.length > 0 ? this.#model?.decoder.decode(ready) : []);
    this.#busyMs += now() - began;
    /** The sessions that wait for the answer to an earlier part. */
    const waiting = new Set<number>();
    for (const part of this.#parts) {
      if (waiting.has(part.session)) continue;
      if (part.stream.isDone()) this.#answer(part);
      else {
        waiting.add(part.session);
        if (worked.has(part.stream)) this.#showInterim(part);
      }
    }
  }

  #showInterim(part: Part): void {
    const { text, ...details } = createDetails(part);
    if (text === part.shown || text === '') return;
    part.shown = text;
    this.#emit(part, { kind: 'interim', segment: part.segment, text, ...details });
  }

  #answer(part: Part): void {
    const { segment, shown, samples, session } = part;
    const recognition = createDetails(part);
    this.#parts.delete(part);
    const work = { audioSeconds: samples / MODEL_RATE, busySeconds: this.#busyMs / 1000 };
    this.#busyMs = 0;
    this.#options.post({ id: session, content: { kind: 'work', ...work } });
    if (recognition.text === '' && shown === '') this.#emit(part, { kind: 'empty', segment });
    else {
      if (shown === '' && this.#hasInterims) this.#emit(part, { kind: 'interim', segment, ...recognition });
      this.#emit(part, { kind: 'final', segment, last: true, ...recognition });
    }
    this.#options.onAnswer?.();
  }

  #emit({ session }: Part, event: EngineSttEvent): void {
    this.#options.post({ id: session, content: { kind: 'event', event } });
  }
}

function createDecoder(addon: SherpaAddon, settings: RecogniserSettings, now: () => number): Decoder {
  const hotwords = addHotwords(settings);
  try {
    return settings.streaming
      ? createStreamingDecoder(addon, hotwords.config, settings.timeScale)
      : createWholeDecoder(addon, hotwords, settings.interimSamples, now);
  } finally {
    hotwords.dispose();
  }
}

function accept(part: Part, samples: Int16Array): void {
  part.samples += samples.length;
  part.stream.accept(Float32Array.from(samples, (sample) => sample / 32_768));
}

/** Reads the text of a part, with times in its segment. */
function createDetails({ stream, startMs }: Part): Recognition {
  const { words, ...recognition } = stream.read();
  if (words === undefined) return recognition;
  const shifted = words.map((word) => ({
    ...word,
    startMs: word.startMs + startMs,
    endMs: word.endMs + startMs,
  }));
  return { ...recognition, words: shifted };
}

/** Decodes a second of noise twice, because the first time prepares the model. Returns the seconds of the second time. */
function measureSpeed(decoder: Decoder, now: () => number): number {
  let seed = 1;
  const noise = Float32Array.from({ length: MODEL_RATE }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return 0.02 * (seed / 1_073_741_824 - 1);
  });
  let ms = 0;
  for (let run = 0; run < 2; run++) {
    const stream = decoder.createStream();
    stream.accept(noise);
    stream.finish();
    const began = now();
    while (!stream.isDone()) decoder.decode([stream]);
    ms = now() - began;
  }
  return ms / 1000;
}
