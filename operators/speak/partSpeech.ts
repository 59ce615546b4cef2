import { Subscription, type Observer, type SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import type { ProviderProgress, TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import { createResampler, type Resampler } from '../../src/core/resampler.ts';
import type { SpeechEvent, SpeechProgress } from '../../src/core/turn.ts';
import { createSubject, subscribeWithin, type Source } from '../../src/stream/operate.ts';
import { createAlarm, type Alarm } from '../../src/time/alarm.ts';
import { PendingText, type PieceReceiver } from '../sentences/pendingText.ts';
import type { TextCutter } from '../sentences/textCutter.ts';
import type { SpokenText } from './spokenText.ts';
import { SynthesisDeadline, type SynthesisLimits } from './synthesisDeadline.ts';
import { UnmarkedText } from './unmarkedText.ts';

/** The settings shared by the speech of all replies. */
export interface SpeechSettings {
  /** Rate of the emitted audio, in Hz. */
  readonly sampleRate: number;
  /** Time without new text after which all whole words are sent, in ms. */
  readonly stallMs: number;
  readonly limits: SynthesisLimits;
  readonly progress: (event: ProviderProgress | SpeechProgress) => void;
  readonly scheduler: SchedulerLike;
}

/** The utterance that a part belongs to. */
export interface PartUtterance {
  readonly name: string;
  readonly settings: SpeechSettings;
  /** Reports an error that does not end the utterance. */
  report(error: unknown): void;
  /** Reports that the provider returned no audio for words. */
  reportMute(): void;
}

export interface PartSpeechOptions {
  readonly tts: TextToSpeech;
  /** Cuts the text into the pieces that the provider accepts; null if it accepts streamed text. */
  readonly cutter: TextCutter | null;
  /** The spoken form of the text; null if it is spoken as written. */
  readonly spokenText: SpokenText | null;
}

/**
 * One request to the provider. It sends a growing text in the pieces that the provider accepts. It emits each piece
 * before sending it, and the synthesis events, with audio at `sampleRate`. It fails with `tts_timeout` if the text's
 * audio does not arrive in time. It ends when both the text and the provider have completed, or if the provider sends
 * no more audio after all of the text.
 *
 * It is a single object that subscribes to the provider directly, because the user waits for its first audio and every
 * frame passes through it.
 */
export abstract class PartSpeech implements PieceReceiver, Observer<TtsEvent> {
  readonly #utterance: PartUtterance;
  readonly #options: PartSpeechOptions;
  readonly #synthesis: Subscription = new Subscription();
  readonly #pieces: Source<string> = createSubject();
  /** Emits each time the text so far is complete, after its pieces. */
  readonly #completions: Source<undefined> = createSubject();
  readonly #pending: PendingText | null;
  readonly #deadline: SynthesisDeadline;
  readonly #unmarked: UnmarkedText = new UnmarkedText();
  readonly #alarm: Alarm;
  /** When the text counts as stalled and the audio as late; `Infinity`: never. */
  #stallsAtMs = Number.POSITIVE_INFINITY;
  #lateAtMs = Number.POSITIVE_INFINITY;
  #wakesAtMs = Number.POSITIVE_INFINITY;
  #resampler: Resampler | null = null;
  #isTextOver = false;
  #isAudioOver = false;
  #isOver = false;

  constructor(utterance: PartUtterance, options: PartSpeechOptions) {
    const { limits, scheduler } = utterance.settings;
    this.#utterance = utterance;
    this.#options = options;
    this.#pending = options.cutter === null ? null : new PendingText(options.cutter, this);
    this.#deadline = new SynthesisDeadline(limits);
    this.#alarm = createAlarm(scheduler, () => this.#wake());
  }

  /** Handles a piece of the text or a synthesis event. */
  protected abstract onEvent(event: SpeechEvent): void;
  /** Called once, when everything is spoken. */
  protected abstract onEnd(): void;
  /** Called once, with the error. */
  protected abstract onError(error: unknown): void;

  /** Subscribes to the provider. Call it before adding text. */
  start(): void {
    try {
      subscribeWithin(this.#options.tts.synthesize(this.#pieces, this.#completions), this.#synthesis, this);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends the speech without an event and cancels the synthesis. Reports an error thrown by the teardown. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#alarm.set(undefined);
    try {
      this.#synthesis.unsubscribe();
    } catch (error) {
      this.#utterance.report(error);
    }
  }

  addText(text: string): void {
    const { spokenText } = this.#options;
    this.#addSpoken(spokenText === null ? text : spokenText.add(text));
  }

  /** Sends the text so far as complete. More may follow. */
  completeText(): void {
    this.#flush();
    if (!this.#isOver) this.#completions.next(undefined);
  }

  /** Ends the text. */
  endText(): void {
    this.#flush();
    this.#endText();
  }

  /** Ends the text of a failed reply and drops its unfinished sentence. */
  failText(): void {
    if (this.#pending !== null) {
      this.#addSpoken(this.#options.spokenText?.flush() ?? '');
      this.#pending.flushSentences();
    }
    this.#endText();
  }

  /** Sends a piece of the text. */
  addPiece(text: string): void {
    if (this.#isOver) return;
    this.#emit({ kind: 'text', utterance: this.#utterance.name, text });
    if (!this.#isOver) this.#pieces.next(text);
  }

  next(event: TtsEvent): void {
    try {
      this.#addEvent(event);
    } catch (error) {
      this.#fail(error);
    }
  }

  error(error: unknown): void {
    this.#fail(error);
  }

  complete(): void {
    try {
      this.#isAudioOver = true;
      if (this.#resampler !== null) this.#emitSamples(this.#resampler.flush());
      this.#endIfOver();
    } catch (error) {
      this.#fail(error);
    }
  }

  #addSpoken(text: string): void {
    if (text === '' || this.#isOver) return;
    if (this.#pending === null) return this.addPiece(text);
    const { scheduler, stallMs } = this.#utterance.settings;
    this.#stallsAtMs = scheduler.now() + stallMs;
    this.#pending.add(text);
    this.#setAlarm();
  }

  #flush(): void {
    this.#addSpoken(this.#options.spokenText?.flush() ?? '');
    this.#pending?.flush();
    this.#stallsAtMs = Number.POSITIVE_INFINITY;
  }

  #endText(): void {
    if (this.#isOver) return;
    const { name, settings } = this.#utterance;
    for (const silent of this.#options.spokenText?.takeSilent() ?? [])
      this.onEvent({ kind: 'text', utterance: name, ...silent });
    this.#isTextOver = true;
    this.#stallsAtMs = Number.POSITIVE_INFINITY;
    this.#setLateAt(this.#deadline.endText(settings.scheduler.now()));
    this.#endIfOver();
    this.#pieces.complete();
    this.#completions.complete();
  }

  #addEvent(event: TtsEvent): void {
    if (event.kind === 'audio') this.#addAudio(event.frame);
    else if (event.kind === 'report') this.#utterance.report(event.error);
    else if (event.kind === 'served' || event.kind === 'used')
      this.#utterance.settings.progress({ ...event, port: 'tts' });
    else this.#emit({ ...event, utterance: this.#utterance.name });
  }

  #addAudio(frame: AudioFrame): void {
    const { sampleRate } = this.#utterance.settings;
    if (frame.sampleRate === sampleRate) return this.#emit({ kind: 'audio', frame, utterance: this.#utterance.name });
    this.#resampler ??= createResampler(frame.sampleRate, sampleRate);
    this.#emitSamples(this.#resampler.push(frame.samples));
  }

  #emitSamples(samples: Int16Array): void {
    const { name, settings } = this.#utterance;
    const frame = { samples, sampleRate: settings.sampleRate };
    if (samples.length > 0) this.#emit({ kind: 'audio', frame, utterance: name });
  }

  #emit(event: SpeechEvent): void {
    const { spokenText } = this.#options;
    this.#setLateAt(this.#deadline.add(event, this.#utterance.settings.scheduler.now()));
    if (this.#unmarked.add(event)) this.#utterance.reportMute();
    const written = spokenText === null ? event : toWritten(event, spokenText);
    if (written !== null) this.onEvent(written);
  }

  #endIfOver(): void {
    if (!this.#isTextOver || !this.#isAudioOver) return;
    if (this.#unmarked.end()) this.#utterance.reportMute();
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.stop();
    this.onEnd();
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.stop();
    this.onError(error);
  }

  #setLateAt(atMs: number | undefined): void {
    this.#lateAtMs = atMs ?? Number.POSITIVE_INFINITY;
    this.#setAlarm();
  }

  #setAlarm(): void {
    const atMs = Math.min(this.#stallsAtMs, this.#lateAtMs);
    if (atMs === this.#wakesAtMs || this.#isOver) return;
    this.#wakesAtMs = atMs;
    this.#alarm.set(atMs === Number.POSITIVE_INFINITY ? undefined : atMs);
  }

  #wake(): void {
    const nowMs = this.#utterance.settings.scheduler.now();
    this.#wakesAtMs = Number.POSITIVE_INFINITY;
    try {
      if (nowMs >= this.#stallsAtMs) this.#sendWords();
      if (nowMs >= this.#lateAtMs) this.#endLate();
      else this.#setAlarm();
    } catch (error) {
      this.#fail(error);
    }
  }

  #sendWords(): void {
    this.#stallsAtMs = Number.POSITIVE_INFINITY;
    this.#pending?.flushWords();
  }

  #endLate(): void {
    if (!this.#deadline.isIncomplete) return this.#end();
    this.#fail(new AntiphonError('tts_timeout', 'no audio arrived in time for the text'));
  }
}

/** Maps an event of the spoken text to one of the written text; null if it concerns none of the written text. */
function toWritten(event: SpeechEvent, spokenText: SpokenText): SpeechEvent | null {
  if (event.kind === 'text') return { ...event, ...spokenText.takePiece(event.text) };
  if (event.kind === 'mark') return { ...event, chars: spokenText.countChars(event.chars) };
  if (event.kind !== 'words') return event;
  const words = spokenText.findWords(event.words);
  return words.length === 0 ? null : { ...event, words };
}
