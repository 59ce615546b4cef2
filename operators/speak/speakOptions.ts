import type { Observable, SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { ProviderProgress, TextToSpeech } from '../../src/core/ports.ts';
import type { DraftText, SpeechProgress } from '../../src/core/turn.ts';
import type { SpokenOptions } from './voices.ts';

export interface SpeakOptions {
  readonly tts: TextToSpeech;
  /**
   * Providers that replace it. Each speaks the replies that begin after it is emitted, and is kept warm from then on.
   * @default none
   */
  readonly replacing?: Observable<TextToSpeech> | undefined;
  /**
   * The text of answers that are held until their turns are committed. The first sentence of each is synthesised at
   * once and held. A reply that begins with that sentence continues from there; otherwise the sentence is discarded.
   * @default none
   */
  readonly drafts?: Observable<DraftText> | undefined;
  /** Rate of the emitted audio, in Hz. @default the provider's */
  readonly sampleRate?: number | undefined;
  /** Cuts an utterance at once and cancels its synthesis. */
  readonly cut?: Observable<{ readonly utterance: string }> | undefined;
  /** Speaks the rest of a reply as another utterance, given that the user heard its first `heardChars` characters. */
  readonly resume?: Observable<{ readonly turn: number; readonly heardChars: number }> | undefined;
  /**
   * The number of samples sent of each utterance. With it, each word of a filler is emitted once all audio before it
   * has been sent, so that the answer need not wait for the filler's end. Without it, a filler is emitted as it is
   * synthesised. @default none
   */
  readonly sent?: Observable<{ readonly utterance: string; readonly samples: number }> | undefined;
  /** While false, no audio may begin, so fillers wait. Must emit the current value on subscribing. @default true */
  readonly open?: Observable<boolean> | undefined;
  /**
   * Returns a voice whose speech for a part of a reply exists already, such as that of a speech model. It gets the text as
   * it arrives. @default none: `tts` speaks all parts
   */
  readonly existingSpeech?: ExistingSpeech | undefined;
  /** Time without new text after which a reply is spoken up to its last whole word, in ms. @default 1000 */
  readonly stallMs?: number | undefined;
  /** Longest wait for the first audio after the first text, in ms. @default 5000 */
  readonly firstAudioTimeoutMs?: number | undefined;
  /** Longest wait for more audio after the end of playback of the audio so far, in ms. @default 3000 */
  readonly audioTimeoutMs?: number | undefined;
  /**
   * Speaks the text in the form that `normalizeForSpeech` gives it in the provider's language. Text events, marks and
   * timings refer to the text as written. @default the text as written
   */
  readonly spoken?: SpokenOptions | undefined;
  /** Called with the provider's errors and warnings. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /**
   * Called with progress: events about the providers behind a port such as a fallback, and the fate of speech for
   * `drafts`.
   */
  readonly progress?: ((event: ProviderProgress | SpeechProgress) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/** Returns the voice for a part of a reply; undefined: `tts` speaks it. */
export type ExistingSpeech = (part: SpokenPart) => TextToSpeech | undefined;

/** A part of a reply that is about to be spoken. */
export interface SpokenPart {
  readonly turn: number;
  /** The utterance that it is part of. */
  readonly utterance: string;
  readonly isFiller: boolean;
  /** The text of the reply before it, without fillers. */
  readonly before: string;
}
