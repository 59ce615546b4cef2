import {
  asyncScheduler,
  defer,
  EMPTY,
  filter,
  finalize,
  map,
  mergeMap,
  NEVER,
  take,
  takeUntil,
  takeWhile,
  tap,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import type { AntiphonError } from '../src/core/errors.ts';
import type { ProviderProgress, TextToSpeech } from '../src/core/ports.ts';
import type { DraftText, SpeechEvent, SpeechProgress, TurnEvent } from '../src/core/turn.ts';
import { mapDefined } from '../src/stream/mapDefined.ts';
import { fastConnect } from '../src/stream/fastConnect.ts';
import { prepareSpeech, type PreparedSpeech } from './speak/prepareSpeech.ts';
import { addToReplyText, dropText, dropUnheardFillers, emptyReplyText, type ReplyText } from './speak/replyText.ts';
import { speakUtterance } from './speak/speakUtterance.ts';
import { merge } from '../src/stream/merge.ts';
import { SpokenText } from './speak/spokenText.ts';
import {
  createVoice,
  keepVoicesWarm,
  selectVoices,
  type Selection,
  type SpokenOptions,
  type Voice,
} from './speak/voices.ts';
import { completion } from '../src/stream/completion.ts';

export interface SpeakOptions {
  readonly tts: TextToSpeech;
  /** Providers that replace it: each speaks the replies that begin after it, and is kept warm before. @default none */
  readonly replacing?: Observable<TextToSpeech> | undefined;
  /**
   * The text of answers that are held until their turns are committed: the first sentence of each is synthesised at once, and held. A reply that
   * begins with it goes on from there; otherwise it is discarded. @default none
   */
  readonly drafts?: Observable<DraftText> | undefined;
  /** Rate of the emitted audio, in Hz. @default the provider's */
  readonly sampleRate?: number | undefined;
  /** Cuts an utterance at once and cancels its synthesis. */
  readonly cut?: Observable<{ readonly utterance: string }> | undefined;
  /** Speaks the rest of a reply, as a further utterance, after its first `heardChars` characters were heard. */
  readonly resume?: Observable<{ readonly turn: number; readonly heardChars: number }> | undefined;
  /**
   * What was sent of each utterance. With it, a filler is emitted word by word, each when all audio before it was sent: what follows it does
   * not wait for its end. Without it, a filler is emitted as it is synthesised. @default none
   */
  readonly sent?: Observable<{ readonly utterance: string; readonly samples: number }> | undefined;
  /** False while no audio may begin: a filler does not begin then. Emits the current value on subscribing. @default true */
  readonly open?: Observable<boolean> | undefined;
  /** Time without text after which a reply is spoken up to its last whole word, in ms. @default 1000 */
  readonly stallMs?: number | undefined;
  /** Longest wait for the first audio after the first text, in ms. @default 5000 */
  readonly firstAudioTimeoutMs?: number | undefined;
  /** Longest wait for more audio after the audio so far would have been played, in ms. @default 3000 */
  readonly audioTimeoutMs?: number | undefined;
  /**
   * Speaks what a voice should say for the text, as `normalizeForSpeech` finds it in the provider's language. The text events,
   * marks and timings are those of the text as it was written. @default the text as it is written
   */
  readonly spoken?: SpokenOptions | undefined;
  /** Gets errors and warnings of the provider. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Gets what a port that stands for several providers says about them, and what became of the speech of `drafts`. */
  readonly progress?: ((event: ProviderProgress | SpeechProgress) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Speaks replies: sends text to the TTS provider in sentences, or as it arrives if the provider accepts that, and emits audio
 * at `sampleRate`. Each utterance is a bracket `started … ended`, cut by `cut`, by the reply's own end, or by the next reply.
 * Rounds of a reply are joined by a space. A resumed reply repeats the beginning of the clause that was cut. The provider is
 * kept warm while replies may follow. Completes when its inputs have completed and everything is spoken. Unsubscribing
 * cancels the synthesis.
 *
 * ```text
 * reply   s-t----e-----        s started, t "Hi.", e complete
 * tts            --a|          the audio of "Hi."
 * speech  --s----t-a(e)        s started, t text sent, a audio, e complete
 * ```
 */
export function speak(options: SpeakOptions): OperatorFunction<TurnEvent, SpeechEvent> {
  const { drafts } = options;
  const first = createVoice(options.tts, options);
  if (drafts === undefined) return speakWith(options, first, null);
  return (replies) =>
    defer(() => {
      let latest = first;
      const prepared = prepareSpeech({ ...options, drafts, voice: () => latest });
      const replacing = options.replacing?.pipe(tap((next) => (latest = createVoice(next, options))));
      const spoken = replies.pipe(
        tap(({ kind, turn }) => {
          if (kind === 'started') prepared.keepOnly(turn);
        }),
        speakWith({ ...options, replacing }, first, prepared),
      );
      return spoken.pipe(finalize(() => prepared.unsubscribe()));
    });
}

function speakWith(
  options: SpeakOptions,
  first: Voice,
  prepared: PreparedSpeech | null,
): OperatorFunction<TurnEvent, SpeechEvent> {
  const { resume = EMPTY, replacing = EMPTY, sampleRate = options.tts.sampleRate } = options;
  return fastConnect((events) => {
    const ended = completion(events);
    const turns = events.pipe(mapDefined(({ kind, turn }) => (kind === 'started' ? turn : undefined)));
    const voices = replacing.pipe(
      map((own) => createVoice(own, options)),
      takeUntil(ended),
    );
    const speakTurn = ({ turn, current }: Selection): Observable<SpeechEvent> => {
      if (turn === null) return EMPTY;
      const again = resume.pipe(filter((request) => request.turn === turn));
      return speakReply(turn, events, again, { ...options, sampleRate, ...current, prepared });
    };
    return selectVoices(turns, first, voices).pipe(
      fastConnect((selected) =>
        merge(keepVoicesWarm(first, selected, options).pipe(takeUntil(ended)), selected.pipe(mergeMap(speakTurn))),
      ),
    );
  });
}

/** Speaks one reply. Its text may grow until the next reply begins; a running utterance ends by itself. */
function speakReply(
  turn: number,
  events: Observable<TurnEvent>,
  resume: Observable<{ readonly heardChars: number }>,
  options: SpeakOptions & Voice & { readonly prepared: PreparedSpeech | null },
): Observable<SpeechEvent> {
  const { scheduler = asyncScheduler, cut = NEVER, findResumeOffset, createNormalizer, prepared, tts: voice } = options;
  let current = emptyReplyText;
  let utterances = 0;
  const growth = events.pipe(
    map((event) => (current = addToReplyText(current, event, turn))),
    takeWhile(({ superseded }) => !superseded, true),
  );
  const speakAfter = (heardChars: number, replyText: Observable<ReplyText>): Observable<SpeechEvent> => {
    let mayBePrepared = utterances === 0;
    const voiceOf = ({ isFiller }: { readonly isFiller: boolean }): TextToSpeech => {
      if (isFiller || !mayBePrepared) return voice;
      mayBePrepared = false;
      return prepared?.take(turn, voice) ?? voice;
    };
    const utterance = `u${turn}.${utterances++}`;
    current = dropUnheardFillers(current, heardChars);
    const from = findResumeOffset(current, heardChars);
    const repeatedChars = heardChars - from;
    const latest = (): ReplyText => current;
    const drop = (at: number, chars: number): void => {
      current = dropText(current, { from: from + at, to: from + at + chars });
    };
    let before = current.text.slice(0, from);
    const createSpokenText = (): SpokenText | null => {
      const spokenText = createNormalizer && new SpokenText(createNormalizer(), before);
      before = '';
      return spokenText;
    };
    const own = { cut, scheduler, turn, utterance, from, repeatedChars, latest, replyText };
    return speakUtterance({ ...options, ...own, voiceOf, drop, createSpokenText });
  };
  return growth.pipe(
    fastConnect((replyText) => {
      const first = replyText.pipe(
        filter(({ hasWords }) => hasWords),
        take(1),
        map(() => ({ heardChars: 0 })),
      );
      return merge(first, resume).pipe(
        takeUntil(replyText.pipe(filter(({ superseded }) => superseded))),
        mergeMap(({ heardChars }) => speakAfter(heardChars, replyText)),
      );
    }),
  );
}
