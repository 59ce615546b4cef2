import { concat, concatMap, Observable, of, type OperatorFunction } from 'rxjs';
import { AntiphonError, asAntiphonError } from '../../src/core/errors.ts';
import { bracketed, cutBy, type Cut } from '../../src/stream/bracketed.ts';
import { createOperatorSubscriber } from '../../src/stream/operatorSubscriber.ts';
import { createSliceQueue } from '../../src/stream/sliceQueue.ts';
import { FastSubject } from '../../src/stream/fastSubject.ts';
import { runsBetween } from '../../src/stream/runsBetween.ts';
import { splitText } from '../../src/core/splitText.ts';
import type { EndReason, SpeechEvent } from '../../src/core/turn.ts';
import type { ReplyText } from './replyText.ts';
import { synthesis, type SynthesisOptions } from './synthesis.ts';

export interface UtteranceOptions extends Omit<SynthesisOptions, 'onMute'> {
  /** Cuts text into the pieces that the provider accepts. */
  readonly toPieces: OperatorFunction<string, string>;
  readonly turn: number;
  /** Offset in the reply's text. */
  readonly from: number;
  /** The length of its beginning that repeats what was heard. */
  readonly repeatedChars: number;
  readonly latest: () => ReplyText;
  readonly replyText: Observable<ReplyText>;
  readonly cut: Observable<{ readonly utterance: string }>;
  readonly report?: ((error: AntiphonError) => void) | undefined;
}

/** Speaks one utterance: emits its text and audio, and exactly one end. */
export function speakUtterance(options: UtteranceOptions): Observable<SpeechEvent> {
  const { turn, utterance, repeatedChars, report = () => {}, tts } = options;
  const started = { kind: 'started', turn, utterance } as const;
  return synthesize(options).pipe(
    bracketed<SpeechEvent, EndReason>({
      started: repeatedChars === 0 ? started : { ...started, repeatedChars },
      ended: (reason) => ({ kind: 'ended', utterance, reason }),
      complete: 'complete',
      failed: (error) => {
        report(asAntiphonError(error, 'provider_failed', { provider: tts.name, turn }));
        return 'failed';
      },
      cuts: cutsOf(options),
    }),
  );
}

function cutsOf({ replyText, cut, utterance }: UtteranceOptions): readonly Cut<EndReason>[] {
  return [
    cutBy(cut, (other) => (other.utterance === utterance ? 'interrupted' : undefined)),
    cutBy(replyText, ({ ended, superseded }) => {
      if (superseded) return 'superseded';
      return ended === 'interrupted' || ended === 'superseded' ? ended : undefined;
    }),
  ];
}

/** Sends the text of the utterance to TTS. */
function synthesize(options: UtteranceOptions): Observable<SpeechEvent> {
  return new Observable((subscriber) => {
    const text = new FastSubject<string>();
    const complete = new FastSubject<undefined>();
    const end = (): void => {
      text.complete();
      complete.complete();
    };
    synthesis(text, complete, { ...options, onMute: once(() => reportMute(options)) }).subscribe(subscriber);
    pieces(options).subscribe(
      createOperatorSubscriber<Piece>(subscriber, {
        next: (piece) => (piece === COMPLETE ? complete.next(undefined) : text.next(piece)),
        // The unfinished text of a failed reply is dropped.
        error: end,
        complete: end,
      }),
    );
  });
}

function reportMute({ turn, tts: { name: provider }, report = () => {} }: UtteranceOptions): void {
  report(new AntiphonError('provider_failed', 'it brought no audio for a text with words', { provider, turn }));
}

function once(act: () => void): () => void {
  let isDue = true;
  return () => {
    if (isDue) act();
    isDue = false;
  };
}

/** Marks the text before it as complete. */
const COMPLETE = Symbol('complete');
type Piece = string | typeof COMPLETE;

/** Cuts the utterance's text into pieces. Complete text is sent at once. Fails when the reply has failed. */
function pieces(options: UtteranceOptions): Observable<Piece> {
  return textGrowth(options).pipe(
    runsBetween((piece) => piece === COMPLETE),
    concatMap((run, n): Observable<Piece> => {
      const cut = run.pipe(options.toPieces);
      return n === 0 ? cut : concat(of(COMPLETE), cut);
    }),
  );
}

/** Length of the longest piece of work, in UTF-16 code units. */
const MAX_STRETCH = 1000;

/** Characters at the cost of one: 1024 are sent in a turn of the scheduler. */
const CHARS_PER_COST = 4;

function costOf(piece: Piece): number {
  return piece === COMPLETE ? 0 : piece.length / CHARS_PER_COST;
}

/**
 * Emits new text in short stretches, in slices, and `COMPLETE` when the text so far is complete. Fails when the reply has
 * failed.
 */
function textGrowth({ replyText, latest, from, scheduler }: UtteranceOptions): Observable<Piece> {
  return new Observable((subscriber) => {
    const queue = createSliceQueue<Piece>((piece) => subscriber.next(piece), costOf, scheduler);
    let given = from;
    let complete = from;
    const grow = ({ text, delta, completeChars, ended }: ReplyText): void => {
      // Reading the whole text takes time in proportion to its length.
      const stretches = splitText(given + delta.length === text.length ? delta : text.slice(given), MAX_STRETCH);
      const isComplete = completeChars > complete;
      given = Math.max(given, text.length);
      complete = Math.max(complete, completeChars);
      queue.addAll(isComplete ? [...stretches, COMPLETE] : stretches);
      if (ended !== null) end(ended);
    };
    const end = (reason: EndReason | null): void => {
      growing.unsubscribe();
      queue.end(() =>
        reason === 'failed' ? subscriber.error(new Error('the reply has failed')) : subscriber.complete(),
      );
    };
    const growing = createOperatorSubscriber<ReplyText>(subscriber, { next: grow, complete: () => end(null) });
    subscriber.add(queue.stop);
    grow(latest());
    if (!growing.closed) replyText.subscribe(growing);
  });
}
