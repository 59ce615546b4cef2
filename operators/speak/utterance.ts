import type { Observable, Subscriber } from 'rxjs';
import { AntiphonError, asAntiphonError, type AntiphonErrorDetails } from '../../src/core/errors.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import type { EndReason, SpeechEvent } from '../../src/core/turn.ts';
import { createSliceQueue, type SliceQueue } from '../../src/stream/sliceQueue.ts';
import type { PartOptions } from './part.ts';
import type { SpeechSettings } from './partSpeech.ts';
import type { ReplyText, Span } from './replyText.ts';
import { SpokenText } from './spokenText.ts';
import { costOf, TextGrowth, type TextPiece } from './textGrowth.ts';
import { UtteranceParts, type PartsOwner } from './utteranceParts.ts';
import type { ExistingSpeech } from './speakOptions.ts';
import type { Voice } from './voices.ts';

/** The settings shared by all utterances. */
export interface UtteranceSettings extends SpeechSettings {
  /**
   * Emits as audio is sent. A filler continues once all its audio so far has been sent; if undefined, it does not wait.
   */
  readonly sent: Observable<unknown> | undefined;
  /** Returns whether audio may begin. */
  readonly isOpen: () => boolean;
  readonly report: (error: AntiphonError) => void;
  readonly existingSpeech: ExistingSpeech | undefined;
}

/** The reply that an utterance speaks. */
export interface SpokenReply {
  readonly turn: number;
  readonly voice: Voice;
  readonly text: ReplyText;
  /** Returns the provider of the next part of an utterance. */
  selectTts(utterance: Utterance, isFiller: boolean): TextToSpeech;
  /** Drops a span of the text that is not spoken. */
  dropText(dropped: Span): void;
  /** Called once, after the last event. */
  onEnd(utterance: Utterance): void;
}

export interface UtteranceOptions {
  /** Its index in the reply, from 0. */
  readonly number: number;
  /** Offset in the reply's text. */
  readonly from: number;
  /** The length of the beginning that repeats text the user has already heard. */
  readonly repeatedChars: number;
}

/** Speaks one utterance: emits its text and audio between `started` and exactly one `ended`. */
export class Utterance implements PartsOwner {
  readonly #out: Subscriber<SpeechEvent>;
  readonly #reply: SpokenReply;
  readonly #options: UtteranceOptions;
  readonly settings: UtteranceSettings;
  readonly name: string;
  readonly #parts: UtteranceParts;
  readonly #queue: SliceQueue<TextPiece>;
  /** The text before the next part: the context for normalizing its beginning. */
  #textBefore: string;
  #growth: TextGrowth | null = null;
  #isMute = false;
  #isOver = false;

  constructor(
    out: Subscriber<SpeechEvent>,
    reply: SpokenReply,
    settings: UtteranceSettings,
    options: UtteranceOptions,
  ) {
    this.#out = out;
    this.#reply = reply;
    this.#options = options;
    this.settings = settings;
    this.name = `u${reply.turn}.${options.number}`;
    this.#parts = new UtteranceParts(out, this, settings.sent, settings.isOpen());
    this.#queue = createSliceQueue((piece) => this.#add(piece), costOf, settings.scheduler);
    this.#textBefore = reply.text.text.slice(0, options.from);
  }

  /** True for the first utterance of its reply. */
  get isFirst(): boolean {
    return this.#options.number === 0;
  }

  /** Starts speaking the text so far, once all subscribers have seen `started`. */
  start(): void {
    const { repeatedChars, from } = this.#options;
    const started = { kind: 'started', turn: this.#reply.turn, utterance: this.name } as const;
    this.#out.next(repeatedChars === 0 ? started : { ...started, repeatedChars });
    if (this.#isOver) return;
    this.#growth = new TextGrowth(this.#reply.text, from);
    this.#addGrowth();
  }

  /** Takes in the reply's new text. */
  grow(): void {
    const { superseded, ended } = this.#reply.text;
    if (superseded) this.cut('superseded');
    else if (ended === 'interrupted' || ended === 'superseded') this.cut(ended);
    else this.#addGrowth();
  }

  /** Ends the text because the reply is complete or has failed. */
  endText(hasFailed: boolean = false): void {
    if (this.#growth === null) return;
    this.#growth = null;
    this.#queue.end(() => this.#endParts(hasFailed));
  }

  setSent(samples: number): void {
    this.#parts.setSent(samples);
  }

  setOpen(isOpen: boolean): void {
    this.#parts.setOpen(isOpen);
  }

  /** Ends the utterance now. */
  cut(reason: EndReason): void {
    if (this.#isOver) return;
    this.stop();
    this.#out.next({ kind: 'ended', utterance: this.name, reason });
    this.#reply.onEnd(this);
  }

  /** Ends the utterance without an event. */
  stop(): void {
    this.#isOver = true;
    this.#growth = null;
    this.#queue.stop();
    this.#parts.stop();
  }

  createPartOptions(isFiller: boolean, at: number): PartOptions {
    const existing = this.#findExisting(isFiller, at);
    if (existing !== undefined) return { tts: existing, cutter: null, spokenText: null, isFiller };
    const spokenText = this.#createSpokenText();
    return { tts: this.#reply.selectTts(this, isFiller), cutter: this.#reply.voice.cutter, spokenText, isFiller };
  }

  #findExisting(isFiller: boolean, at: number): TextToSpeech | undefined {
    const { turn, text } = this.#reply;
    return this.settings.existingSpeech?.({
      turn,
      utterance: this.name,
      isFiller,
      before: text.answerBefore(this.#options.from + at),
    });
  }

  dropText(at: number, chars: number): void {
    const from = this.#options.from + at;
    this.#reply.dropText({ from, to: from + chars });
  }

  onSpoken(): void {
    this.cut('complete');
  }

  fail(error: unknown): void {
    if (this.#isOver) return;
    this.report(error);
    this.cut('failed');
  }

  report(error: unknown): void {
    this.settings.report(asAntiphonError(error, 'provider_failed', this.#details));
  }

  /** Reports, once, that a text with words produced no audio. */
  reportMute(): void {
    if (this.#isMute) return;
    this.#isMute = true;
    this.report(new AntiphonError('provider_failed', 'it brought no audio for a text with words', this.#details));
  }

  reportUnspoken(text: string): void {
    this.settings.progress({ kind: 'unspoken', turn: this.#reply.turn, text, filler: true });
  }

  #addGrowth(): void {
    if (this.#growth === null) return;
    const { text } = this.#reply;
    const pieces = this.#growth.take(text);
    if (pieces.length > 0) this.#queue.addAll(pieces);
    if (text.ended !== null) this.endText(text.ended === 'failed');
  }

  #add(piece: TextPiece): void {
    try {
      this.#parts.add(piece);
    } catch (error) {
      this.fail(error);
    }
  }

  #endParts(hasFailed: boolean): void {
    try {
      this.#parts.end(hasFailed);
    } catch (error) {
      this.fail(error);
    }
  }

  #createSpokenText(): SpokenText | null {
    const { createNormalizer } = this.#reply.voice;
    if (createNormalizer === null) return null;
    const before = this.#textBefore;
    this.#textBefore = '';
    return new SpokenText(createNormalizer(), before);
  }

  get #details(): AntiphonErrorDetails {
    const { turn, voice } = this.#reply;
    return { provider: voice.tts.name, turn };
  }
}
