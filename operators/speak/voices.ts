import { defer, EMPTY, Subscription, type Observable, type Subscriber, type Unsubscribable } from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../../src/core/errors.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { createTextNormalizers, type NormalizeForSpeechOptions } from '../normalizeForSpeech/createTextNormalizers.ts';
import type { TextNormalizer } from '../normalizeForSpeech/textNormalizer.ts';
import { guardTeardown } from '../../src/stream/guard.ts';
import { operate } from '../../src/stream/operate.ts';
import { createSentenceCutter } from '../sentences/sentenceCutter.ts';
import type { TextCutter } from '../sentences/textCutter.ts';
import { createFindResumeOffset, type FindResumeOffset } from './resumeOffset.ts';

/** A provider, with the tools for its language. */
export interface Voice {
  readonly tts: TextToSpeech;
  /** Cuts text into the pieces that the provider accepts; null if it accepts streamed text. */
  readonly cutter: TextCutter | null;
  readonly findResumeOffset: FindResumeOffset;
  /** Creates the normalizer that converts an utterance's text to its spoken form; null if it is spoken as written. */
  readonly createNormalizer: (() => TextNormalizer) | null;
}

/** Options for converting text to its spoken form. */
export type SpokenOptions = Omit<NormalizeForSpeechOptions, 'language'>;

export interface VoiceOptions {
  readonly spoken?: SpokenOptions | undefined;
  readonly report?: ((error: AntiphonError) => void) | undefined;
}

/** Creates a voice. Do this once for all replies: creating a language's segmenter takes longer than cutting a reply. */
export function createVoice(tts: TextToSpeech, { spoken }: Pick<VoiceOptions, 'spoken'>): Voice {
  const { language } = tts;
  const cutter = tts.accepts === 'sentences' ? createSentenceCutter({ language }) : null;
  const createNormalizer = spoken === undefined ? null : createTextNormalizers({ ...spoken, language });
  return { tts, cutter, findResumeOffset: createFindResumeOffset(language), createNormalizer };
}

/** The current voice and the next one. Keeps both warm until unsubscribed. */
export class Voices implements Unsubscribable {
  readonly #options: VoiceOptions;
  #current: Voice;
  #next: Voice | null = null;
  readonly #warm = new Map<TextToSpeech, Subscription>();
  readonly #subscription = new Subscription();

  constructor(first: Voice, options: VoiceOptions) {
    this.#options = options;
    this.#current = first;
  }

  /** The voice for a reply that begins now. */
  get next(): Voice {
    return this.#next ?? this.#current;
  }

  /** Keeps the voices warm from now on. Speaks the replies that begin after an emission of `replacing` with that. */
  start(out: Subscriber<never>, replacing: Observable<TextToSpeech> | undefined): void {
    this.#keepWarm();
    if (replacing === undefined) return;
    this.#subscription.add(operate(replacing, out, { next: (tts) => this.#replace(tts), complete: () => {} }));
  }

  #replace(tts: TextToSpeech): void {
    this.#next = createVoice(tts, this.#options);
    this.#keepWarm();
  }

  /** Begins a reply and returns its voice. */
  begin(): Voice {
    if (this.#next === null) return this.#current;
    this.#current = this.#next;
    this.#next = null;
    this.#keepWarm();
    return this.#current;
  }

  unsubscribe(): void {
    this.#subscription.unsubscribe();
  }

  /** Opens the providers needed from now on, then closes the others. */
  #keepWarm(): void {
    const used = [this.#current.tts, this.next.tts];
    for (const tts of used) if (!this.#warm.has(tts)) this.#open(tts);
    for (const [tts, warm] of this.#warm) {
      if (used.includes(tts)) continue;
      this.#warm.delete(tts);
      this.#subscription.remove(warm);
      warm.unsubscribe();
    }
  }

  /** Keeps a provider warm. If that fails, reports the error and uses the provider cold. */
  #open(tts: TextToSpeech): void {
    const { report = () => {} } = this.#options;
    const failed = (cause: unknown): void =>
      report(asAntiphonError(cause, 'provider_failed', { provider: tts.name, failure: false }));
    const warm = new Subscription();
    this.#warm.set(tts, warm);
    this.#subscription.add(warm);
    const keeping = defer(() => tts.keepWarm?.() ?? EMPTY).pipe(guardTeardown(failed));
    warm.add(keeping.subscribe({ next: report, error: failed }));
  }
}
