import { trustPort } from '../../core/trustedPorts.ts';
import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import { asyncScheduler, defer, identity, tap, type MonoTypeOperatorFunction, type SchedulerLike } from 'rxjs';
import type { TextToSpeech } from '../../core/ports.ts';
import type { SubscriptionLedger } from '../../stream/subscriptionLedger.ts';
import { boundaries, emitSpeech, TTS_BEHAVIOUR, type TtsBehaviour } from './emitSpeech.ts';

export interface TtsDoubleOptions extends TtsBehaviour {
  /** Overrides of the behaviour for utterances 0, 1, 2 … */
  readonly utterances?: readonly TtsBehaviour[] | undefined;
  /** Emits word timings. Default true. */
  readonly timings?: boolean | undefined;
  /** In Hz. Default 16000. */
  readonly sampleRate?: number | undefined;
  /** Length of its frames, in ms. Default 100. */
  readonly frameMs?: number | undefined;
  /** Default `sentences`. */
  readonly accepts?: 'sentences' | 'tokens' | undefined;
  /** BCP-47 tag. Default `en-US`. */
  readonly language?: string | undefined;
  /** Default `tts-double`. */
  readonly name?: string | undefined;
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Counts live subscriptions, as `tts`. */
  readonly ledger?: SubscriptionLedger | undefined;
}

export interface UtteranceRecord {
  /** The text received so far. */
  readonly text: string;
  readonly ended: 'not yet' | 'complete' | 'failed' | 'cancelled';
}

export interface TtsDouble extends TextToSpeech {
  /** The requested utterances, in order. */
  readonly utterances: readonly UtteranceRecord[];
}

const OPTIONS: NameSet<keyof TtsDoubleOptions> = {
  ...TTS_BEHAVIOUR,
  utterances: true,
  timings: true,
  sampleRate: true,
  frameMs: true,
  accepts: true,
  language: true,
  name: true,
  scheduler: true,
  ledger: true,
};

/**
 * Creates a TextToSpeech whose audio encodes its text: every character takes the same number of samples, each with the
 * value of its UTF-16 code unit, so that `textOf(samples)` reads the played text. Completes when the whole text is
 * spoken.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { createTtsDouble, replies } from 'antiphon/testing';
 * import { of } from 'rxjs';
 *
 * const tts = createTtsDouble({ failAfterChars: 2 });
 * of(replies.s, replies.t, replies.e)
 *   .pipe(speak({ tts }))
 *   .subscribe(({ kind }) => console.log(kind));
 * console.log(tts.utterances); // [{ text: 'Hi.', ended: 'failed' }]
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option, including one of an utterance
 */
export function createTtsDouble(options: TtsDoubleOptions = {}): TtsDouble {
  checkOptions('createTtsDouble', options, OPTIONS);
  for (const [at, behaviour] of (options.utterances ?? []).entries())
    checkOptions(`createTtsDouble.utterances[${at}]`, behaviour, TTS_BEHAVIOUR);
  const { timings = true, sampleRate = 16_000, frameMs = 100, scheduler = asyncScheduler } = options;
  const { name = 'tts-double', accepts = 'sentences', language = 'en-US', ledger } = options;
  const utterances: Mutable<UtteranceRecord>[] = [];
  return trustPort({
    name,
    sampleRate,
    accepts,
    language,
    utterances,
    synthesize: (text) =>
      defer(() => {
        const behaviour = { ...options, ...options.utterances?.[utterances.length] };
        const record: Mutable<UtteranceRecord> = { text: '', ended: 'not yet' };
        utterances.push(record);
        const recorded = text.pipe(tap((piece) => (record.text += piece)));
        return emitSpeech(recorded, behaviour, { timings, sampleRate, frameMs, scheduler }).pipe(
          recordEnd(record),
          ledger?.track('tts') ?? identity,
        );
      }),
  });
}

/**
 * Reads the audio of a `createTtsDouble`. Returns the characters whose last sample is among `samples`.
 *
 * @example
 * ```ts
 * import { createTtsDouble, textOf } from 'antiphon/testing';
 * import { filter, of, reduce } from 'rxjs';
 *
 * const events = createTtsDouble().synthesize(of('Good evening.'));
 * const audio = events.pipe(filter((event) => event.kind === 'audio'));
 * audio
 *   .pipe(reduce((samples: readonly number[], { frame }) => [...samples, ...frame.samples], []))
 *   .subscribe((samples) => console.log(textOf(Int16Array.from(samples)))); // 'Good evening.'
 * ```
 */
export function textOf(samples: Int16Array, options: Pick<TtsDoubleOptions, 'msPerChar' | 'sampleRate'> = {}): string {
  const { msPerChar, sampleRate = 16_000 } = options;
  const boundary = boundaries(sampleRate, msPerChar);
  let text = '';
  while (boundary(text.length + 1) <= samples.length)
    text += String.fromCharCode(samples[boundary(text.length)] as number);
  return text;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function recordEnd<T>(record: Mutable<UtteranceRecord>): MonoTypeOperatorFunction<T> {
  const as = (ended: UtteranceRecord['ended']) => () => {
    record.ended = ended;
  };
  return tap({ complete: as('complete'), error: as('failed'), unsubscribe: as('cancelled') });
}
