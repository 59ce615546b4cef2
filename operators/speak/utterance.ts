import type { Subscriber } from 'rxjs';
import { AntiphonError, asAntiphonError, type AntiphonErrorDetails } from '../../src/core/errors.ts';
import type { ProviderProgress, TextToSpeech } from '../../src/core/ports.ts';
import type { EndReason, SpeechEvent, SpeechProgress } from '../../src/core/turn.ts';
import { createSliceQueue, type SliceQueue } from '../../src/stream/sliceQueue.ts';
import { PartText } from './partText.ts';
import type { ReplyText } from './replyText.ts';
import type { SpokenText } from './spokenText.ts';
import { synthesis, type SynthesisOptions } from './synthesis.ts';
import { costOf, TextGrowth, type PartStart, type TextPiece } from './textGrowth.ts';
import { UtteranceParts, type PartsOptions } from './utteranceParts.ts';
import type { Voice } from './voices.ts';

/** What is the same for all utterances. */
export interface UtteranceSettings
  extends Pick<SynthesisOptions, 'sampleRate' | 'firstAudioTimeoutMs' | 'audioTimeoutMs' | 'scheduler'>,
    Pick<PartsOptions, 'sent'> {
  /** Returns false while no audio may begin. */
  readonly isOpen: () => boolean;
  readonly report: (error: AntiphonError) => void;
  readonly progress: (event: ProviderProgress | SpeechProgress) => void;
}

export interface UtteranceOptions {
  readonly turn: number;
  readonly utterance: string;
  readonly voice: Voice;
  /** Offset in the reply's text. */
  readonly from: number;
  /** The length of its beginning that repeats what was heard. */
  readonly repeatedChars: number;
  /** Returns the provider of a part. */
  readonly voiceOf: (part: PartStart) => TextToSpeech;
  /** Creates what is spoken for the text of the next part; null: it is spoken as it is written. */
  readonly createSpokenText: () => SpokenText | null;
  /** Drops what is not spoken of a filler: so many characters from an offset in the utterance's text on. */
  readonly drop: (at: number, chars: number) => void;
  /** Called once, behind the last event. */
  readonly onEnd: (utterance: Utterance) => void;
}

/** Speaks one utterance: emits its text and audio between `started` and exactly one `ended`. */
export class Utterance {
  readonly #out: Subscriber<SpeechEvent>;
  readonly #settings: UtteranceSettings;
  readonly #options: UtteranceOptions;
  readonly #parts: UtteranceParts;
  readonly #queue: SliceQueue<TextPiece>;
  #growth: TextGrowth | null = null;
  #isMute = false;
  #isOver = false;

  constructor(out: Subscriber<SpeechEvent>, settings: UtteranceSettings, options: UtteranceOptions) {
    const { sent, isOpen, scheduler, progress } = settings;
    const { turn, utterance, drop: onDropped } = options;
    this.#out = out;
    this.#settings = settings;
    this.#options = options;
    this.#parts = new UtteranceParts(out, {
      utterance,
      sent,
      isOpen: isOpen(),
      speakPart: (part, to) => this.#speakPart(part, to),
      emit: (event) => this.#emit(event),
      onEnd: () => this.cut('complete'),
      onError: (error) => this.#fail(error),
      onDropped,
      onUnspoken: (text) => progress({ kind: 'unspoken', turn, text, filler: true }),
      onFailed: (error) => this.#report(error),
    });
    this.#queue = createSliceQueue((piece) => this.#add(piece), costOf, scheduler);
  }

  get name(): string {
    return this.#options.utterance;
  }

  /** Begins with the text that there is when everyone knows of the beginning. */
  start(latest: () => ReplyText): void {
    const { turn, utterance, repeatedChars, from } = this.#options;
    const started = { kind: 'started', turn, utterance } as const;
    this.#emit(repeatedChars === 0 ? started : { ...started, repeatedChars });
    if (this.#isOver) return;
    const reply = latest();
    this.#growth = new TextGrowth(reply, from);
    this.#grow(reply);
  }

  /** Takes what the reply has become. */
  setReply(reply: ReplyText): void {
    if (reply.superseded) this.cut('superseded');
    else if (reply.ended === 'interrupted' || reply.ended === 'superseded') this.cut(reply.ended);
    else this.#grow(reply);
  }

  /** Ends the text: there is no more of the reply. */
  endText(error: unknown = null): void {
    if (this.#growth === null) return;
    this.#growth = null;
    this.#queue.end(() => this.#parts.end(error));
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
    const { utterance, onEnd } = this.#options;
    this.stop();
    this.#out.next({ kind: 'ended', utterance, reason });
    onEnd(this);
  }

  /** Ends the utterance without an event. */
  stop(): void {
    this.#isOver = true;
    this.#growth = null;
    this.#queue.stop();
    this.#parts.stop();
  }

  #emit(event: SpeechEvent): void {
    if (!this.#isOver) this.#out.next(event);
  }

  #grow(reply: ReplyText): void {
    if (this.#growth === null) return;
    const pieces = this.#growth.take(reply);
    if (pieces.length > 0) this.#queue.addAll(pieces);
    if (reply.ended === 'failed') this.endText(new Error('the reply has failed'));
    else if (reply.ended !== null) this.endText();
  }

  #add(piece: TextPiece): void {
    try {
      this.#parts.add(piece);
    } catch (error) {
      this.#fail(error);
    }
  }

  #speakPart(part: PartStart, to: Subscriber<SpeechEvent>): PartText {
    const { createSpokenText, utterance, voice, voiceOf } = this.#options;
    const { sampleRate, firstAudioTimeoutMs, audioTimeoutMs, scheduler, progress } = this.#settings;
    const spokenText = createSpokenText();
    const text = new PartText(to, { toPieces: voice.toPieces, spokenText });
    const speech = synthesis(text.pieces, text.complete, {
      tts: voiceOf(part),
      utterance,
      sampleRate,
      firstAudioTimeoutMs,
      audioTimeoutMs,
      spokenText,
      onMute: () => this.#reportMute(),
      onReport: (error) => this.#report(error),
      progress,
      scheduler,
    });
    speech.subscribe(to);
    return text;
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#report(error);
    this.cut('failed');
  }

  #report(error: unknown): void {
    this.#settings.report(asAntiphonError(error, 'provider_failed', this.#details));
  }

  /** Reports once that a text with words has no audio. */
  #reportMute(): void {
    if (this.#isMute) return;
    this.#isMute = true;
    this.#report(new AntiphonError('provider_failed', 'it brought no audio for a text with words', this.#details));
  }

  get #details(): AntiphonErrorDetails {
    const { turn, voice } = this.#options;
    return { provider: voice.tts.name, turn };
  }
}
