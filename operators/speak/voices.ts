import { defer, EMPTY, identity, Subscription, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../../src/core/errors.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { createTextNormalizers, type NormalizeForSpeechOptions } from '../normalizeForSpeech/createTextNormalizers.ts';
import type { TextNormalizer } from '../normalizeForSpeech/textNormalizer.ts';
import { guardTeardown } from '../../src/stream/guard.ts';
import { sentences } from '../sentences.ts';
import { createFindResumeOffset, type FindResumeOffset } from './resumeOffset.ts';

/** A provider, with what depends on its language. */
export interface Voice {
  readonly tts: TextToSpeech;
  /** Cuts text into the pieces that the provider accepts. */
  readonly toPieces: OperatorFunction<string, string>;
  readonly findResumeOffset: FindResumeOffset;
  /** Creates what turns the text of an utterance into what is spoken for it; null: it is spoken as it is written. */
  readonly createNormalizer: (() => TextNormalizer) | null;
}

/** How text is turned into what is spoken for it. */
export type SpokenOptions = Omit<NormalizeForSpeechOptions, 'language'>;

export interface VoiceOptions {
  readonly spoken?: SpokenOptions | undefined;
  readonly stallMs?: number | undefined;
  readonly report?: ((error: AntiphonError) => void) | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}

/** Creates a voice, once for all replies: creating the segmenter of a language takes longer than cutting a reply. */
export function createVoice(tts: TextToSpeech, { stallMs, scheduler, spoken }: VoiceOptions): Voice {
  const { language } = tts;
  const toPieces = tts.accepts === 'sentences' ? sentences({ language, stallMs, scheduler }) : identity;
  const createNormalizer = spoken === undefined ? null : createTextNormalizers({ ...spoken, language });
  return { tts, toPieces, findResumeOffset: createFindResumeOffset(language), createNormalizer };
}

/** The voice of the replies, and the one that follows it. Keeps both warm until it is unsubscribed. */
export class Voices extends Subscription {
  readonly #options: VoiceOptions;
  #current: Voice;
  #next: Voice | null = null;
  readonly #warm = new Map<TextToSpeech, Subscription>();

  constructor(first: Voice, options: VoiceOptions) {
    super();
    this.#options = options;
    this.#current = first;
  }

  /** The voice of a reply that begins now. */
  get next(): Voice {
    return this.#next ?? this.#current;
  }

  /** Keeps the voices warm from now on. */
  start(): void {
    this.#keepWarm();
  }

  /** Replaces the voice, for the replies that begin after this. */
  replace(tts: TextToSpeech): void {
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

  /** Opens what is used from now on, before it closes what is not. */
  #keepWarm(): void {
    const used = [this.#current.tts, this.next.tts];
    for (const tts of used) if (!this.#warm.has(tts)) this.#open(tts);
    for (const [tts, warm] of this.#warm) {
      if (used.includes(tts)) continue;
      this.#warm.delete(tts);
      this.remove(warm);
      warm.unsubscribe();
    }
  }

  /** Keeps a provider warm. A failure is reported, and the provider is used without. */
  #open(tts: TextToSpeech): void {
    const { report = () => {} } = this.#options;
    const failed = (cause: unknown): void =>
      report(asAntiphonError(cause, 'provider_failed', { provider: tts.name, failure: false }));
    const warm = new Subscription();
    this.#warm.set(tts, warm);
    this.add(warm);
    const keeping = defer(() => tts.keepWarm?.() ?? EMPTY).pipe(guardTeardown(failed));
    warm.add(keeping.subscribe({ next: report, error: failed }));
  }
}
