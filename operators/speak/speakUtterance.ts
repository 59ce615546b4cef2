import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  identity,
  map,
  of,
  takeWhile,
  throwError,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import { AntiphonError, asAntiphonError } from '../../src/core/errors.ts';
import { fastConnect } from '../../src/stream/fastConnect.ts';
import { beginWith } from '../../src/stream/beginWith.ts';
import { bracketed } from '../../src/stream/bracketed.ts';
import { mapArrays } from '../../src/stream/mapArrays.ts';
import { mapDefined } from '../../src/stream/mapDefined.ts';
import { inSlices } from '../../src/stream/inSlices.ts';
import { runsBetween } from '../../src/stream/runsBetween.ts';
import { splitText } from '../../src/core/splitText.ts';
import type { EndReason, SpeechEvent } from '../../src/core/turn.ts';
import type { ReplyText } from './replyText.ts';
import type { SpokenText } from './spokenText.ts';
import { synthesis, type SynthesisOptions } from './synthesis.ts';

export interface UtteranceOptions extends Omit<SynthesisOptions, 'onMute' | 'onReport' | 'spokenText'> {
  readonly spokenText: SpokenText | null;
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

function cutsOf({ replyText, cut, utterance }: UtteranceOptions): readonly Observable<EndReason>[] {
  return [
    cut.pipe(mapDefined((other): EndReason | undefined => (other.utterance === utterance ? 'interrupted' : undefined))),
    replyText.pipe(
      mapDefined(({ ended, superseded }): EndReason | undefined => {
        if (superseded) return 'superseded';
        return ended === 'interrupted' || ended === 'superseded' ? ended : undefined;
      }),
    ),
  ];
}

function synthesize(options: UtteranceOptions): Observable<SpeechEvent> {
  return pieces(options).pipe(
    fastConnect((shared) => {
      const text = shared.pipe(filter((piece) => piece !== COMPLETE));
      const complete = shared.pipe(
        filter((piece) => piece === COMPLETE),
        map(() => undefined),
      );
      return synthesis(text, complete, {
        ...options,
        onMute: once(() => reportMute(options)),
        onReport: (error) => reportError(error, options),
      });
    }),
  );
}

function reportMute({ turn, tts: { name: provider }, report = () => {} }: UtteranceOptions): void {
  report(new AntiphonError('provider_failed', 'it brought no audio for a text with words', { provider, turn }));
}

function reportError(error: unknown, { turn, tts: { name: provider }, report = () => {} }: UtteranceOptions): void {
  report(asAntiphonError(error, 'provider_failed', { provider, turn }));
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

/** Cuts the utterance's text into pieces. Complete text is sent at once; the unfinished text of a failed reply is dropped. */
function pieces(options: UtteranceOptions): Observable<Piece> {
  const { spokenText, scheduler } = options;
  return textGrowth(options).pipe(
    inSlices({ cost: costOf, scheduler }),
    spokenText === null ? identity : speakText(spokenText),
    runsBetween((piece) => piece === COMPLETE),
    concatMap((run, n): Observable<Piece> => {
      const cut = run.pipe(options.toPieces);
      return n === 0 ? cut : concat(of(COMPLETE), cut);
    }),
    catchError(() => EMPTY),
  );
}

/** Emits what is spoken for the text, without empty pieces. */
function speakText(spokenText: SpokenText): OperatorFunction<Piece, Piece> {
  const toSpoken = (piece: Piece): readonly Piece[] =>
    piece === COMPLETE ? [spokenText.flush(), COMPLETE] : [spokenText.add(piece)];
  return (text) =>
    concat(
      text.pipe(
        catchError((error: unknown) =>
          concat(
            of(spokenText.flush()),
            throwError(() => error),
          ),
        ),
        concatMap((piece) => toSpoken(piece)),
      ),
      defer(() => of(spokenText.flush())),
    ).pipe(filter((piece) => piece !== ''));
}

/** Length of the longest piece of work, in UTF-16 code units. */
const MAX_STRETCH = 1000;

/** Characters at the cost of one: 1024 are sent in a turn of the scheduler. */
const CHARS_PER_COST = 4;

function costOf(piece: Piece): number {
  return piece === COMPLETE ? 0 : piece.length / CHARS_PER_COST;
}

/** Emits new text in short stretches, and `COMPLETE` when the text so far is complete; fails when the reply has failed. */
function textGrowth({ replyText, latest, from }: UtteranceOptions): Observable<Piece> {
  return defer(() => {
    let given = from;
    let complete = from;
    let end: EndReason | null = null;
    return replyText.pipe(
      beginWith(latest),
      takeWhile(({ ended }) => ended === null, true),
      mapArrays(
        ({ text, delta, completeChars, ended }): readonly Piece[] => {
          // Reading the whole text takes time in proportion to its length.
          const stretches = splitText(given + delta.length === text.length ? delta : text.slice(given), MAX_STRETCH);
          const isComplete = completeChars > complete;
          given = Math.max(given, text.length);
          complete = Math.max(complete, completeChars);
          end = ended;
          return isComplete ? [...stretches, COMPLETE] : stretches;
        },
        () => {
          if (end === 'failed') throw new Error('the reply has failed');
          return [];
        },
      ),
    );
  });
}
