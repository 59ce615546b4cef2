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
import type { ProviderProgress, TextToSpeech } from '../../src/core/ports.ts';
import type { EndReason, SpeechEvent, SpeechProgress } from '../../src/core/turn.ts';
import { splitFillers, type ReplyText } from './replyText.ts';
import type { SpokenText } from './spokenText.ts';
import { synthesis, type SynthesisOptions } from './synthesis.ts';
import { COMPLETE, utteranceParts, type PartsOptions, type PartStart, type PartText } from './utteranceParts.ts';

export interface UtteranceOptions
  extends Omit<SynthesisOptions, 'tts' | 'onMute' | 'onReport' | 'spokenText' | 'progress'>,
    Pick<PartsOptions, 'sent' | 'open'> {
  readonly tts: TextToSpeech;
  /** Returns the provider of a part. */
  readonly voiceOf: (part: PartStart) => TextToSpeech;
  /** Creates what is spoken for the text of the next part; null: it is spoken as it is written. */
  readonly createSpokenText: () => SpokenText | null;
  /** Drops what is not spoken of a filler: so many characters from an offset in the utterance's text on. */
  readonly drop: (at: number, chars: number) => void;
  readonly progress?: ((event: ProviderProgress | SpeechProgress) => void) | undefined;
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

/** Speaks the parts of the utterance: fillers, and what is between them. */
function synthesize(options: UtteranceOptions): Observable<SpeechEvent> {
  const { turn, utterance, sent, open, progress = () => {} } = options;
  const onMute = once(() => reportMute(options));
  return textGrowth(options).pipe(
    inSlices({ cost: costOf, scheduler: options.scheduler }),
    utteranceParts({
      utterance,
      sent,
      open,
      speakPart: (text, part) => speakPart(text, part, { ...options, onMute }),
      onDropped: options.drop,
      onUnspoken: (text) => progress({ kind: 'unspoken', turn, text, filler: true }),
      onFailed: (error) => reportError(error, options),
    }),
  );
}

function speakPart(
  text: Observable<PartText>,
  part: PartStart,
  options: UtteranceOptions & Pick<SynthesisOptions, 'onMute'>,
): Observable<SpeechEvent> {
  const { voiceOf, createSpokenText, toPieces } = options;
  const spokenText = createSpokenText();
  return text.pipe(
    cutText(spokenText, toPieces),
    fastConnect((shared) => {
      const pieces = shared.pipe(filter((piece) => piece !== COMPLETE));
      const complete = shared.pipe(
        filter((piece) => piece === COMPLETE),
        map(() => undefined),
      );
      const own = { tts: voiceOf(part), spokenText, onReport: (error: unknown) => reportError(error, options) };
      return synthesis(pieces, complete, { ...options, ...own });
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

/** Cuts the text of a part into pieces. Complete text is sent at once; the unfinished text of a failed reply is dropped. */
function cutText(
  spokenText: SpokenText | null,
  toPieces: OperatorFunction<string, string>,
): OperatorFunction<PartText, PartText> {
  return (text) =>
    text.pipe(
      spokenText === null ? identity : speakText(spokenText),
      runsBetween((piece) => piece === COMPLETE),
      concatMap((run, n): Observable<PartText> => {
        const cut = run.pipe(toPieces);
        return n === 0 ? cut : concat(of(COMPLETE), cut);
      }),
      catchError(() => EMPTY),
    );
}

/** Emits what is spoken for the text, without empty pieces. */
function speakText(spokenText: SpokenText): OperatorFunction<PartText, PartText> {
  const toSpoken = (piece: PartText): readonly PartText[] =>
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

type Piece = PartText | PartStart;

function costOf(piece: Piece): number {
  return typeof piece === 'string' ? piece.length / CHARS_PER_COST : 0;
}

/** Emits new text in short stretches, part by part, and `COMPLETE` when the text so far is complete; fails when the reply has failed. */
function textGrowth({ replyText, latest, from }: UtteranceOptions): Observable<Piece> {
  return defer(() => {
    const { text, generated } = latest();
    let given = generated - (text.length - from);
    let complete = given;
    let end: EndReason | null = null;
    return replyText.pipe(
      beginWith(latest),
      takeWhile(({ ended }) => ended === null, true),
      mapArrays(
        (reply): readonly Piece[] => {
          const pieces = toPieces(reply, reply.generated - given);
          const isComplete = reply.completeChars > complete;
          given = Math.max(given, reply.generated);
          complete = Math.max(complete, reply.completeChars);
          end = reply.ended;
          return isComplete ? [...pieces, COMPLETE] : pieces;
        },
        () => {
          if (end === 'failed') throw new Error('the reply has failed');
          return [];
        },
      ),
    );
  });
}

/** Returns the last `count` characters of a reply, part by part. */
function toPieces({ text, delta, isFiller, fillers }: ReplyText, count: number): readonly Piece[] {
  // Reading the whole text takes time in proportion to its length.
  const isDelta = count === delta.length;
  const parts = isDelta ? [{ text: delta, isFiller }] : splitFillers(text, text.length - count, fillers);
  return parts.flatMap((part): readonly Piece[] => {
    const stretches = splitText(part.text, MAX_STRETCH);
    return part.isFiller ? [{ isFiller: true }, ...stretches, { isFiller: false }] : stretches;
  });
}
