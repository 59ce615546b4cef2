import {
  catchError,
  defer,
  EMPTY,
  filter,
  identity,
  ignoreElements,
  map,
  mergeMap,
  scan,
  takeUntil,
  tap,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../../src/core/errors.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { createTextNormalizers, type NormalizeForSpeechOptions } from '../normalizeForSpeech/createTextNormalizers.ts';
import type { TextNormalizer } from '../normalizeForSpeech/textNormalizer.ts';
import { sentences } from '../sentences.ts';
import { createFindResumeOffset, type FindResumeOffset } from './resumeOffset.ts';
import { merge } from '../../src/stream/merge.ts';
import { beginWith } from '../../src/stream/beginWith.ts';

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

/** The voice of the replies, and the one that follows it. `turn`: the reply that begins now. */
export interface Selection {
  readonly current: Voice;
  readonly next: Voice | null;
  readonly turn: number | null;
}

/** Selects the voice of each reply of `turns`. A voice of `replacing` is that of the replies which begin after it. */
export function selectVoices(
  turns: Observable<number>,
  first: Voice,
  replacing: Observable<Voice>,
): Observable<Selection> {
  const voices = replacing.pipe(
    map(
      (next) =>
        (selection: Selection): Selection => ({ ...selection, next, turn: null }),
    ),
  );
  const begins = turns.pipe(
    map(
      (turn) =>
        ({ current, next }: Selection): Selection => ({ current: next ?? current, next: null, turn }),
    ),
  );
  return merge(voices, begins).pipe(
    scan((selection, change) => change(selection), { current: first, next: null, turn: null } as Selection),
  );
}

/** Keeps warm the current voice and the one that follows it. */
export function keepVoicesWarm(
  first: Voice,
  selected: Observable<Selection>,
  options: VoiceOptions,
): Observable<never> {
  return selected.pipe(
    map(listPorts),
    beginWith<Ports>(() => [first.tts]),
    scan<Ports, Listed>(({ all }, now) => ({ all: now, added: now.filter((tts) => !all.includes(tts)) }), NONE),
    mergeMap(({ added }) => added),
    mergeMap((tts) => {
      const isOver = selected.pipe(filter((selection) => !listPorts(selection).includes(tts)));
      return keepWarm(tts, options).pipe(takeUntil(isOver));
    }),
  );
}

type Ports = readonly TextToSpeech[];

interface Listed {
  readonly all: Ports;
  readonly added: Ports;
}

const NONE: Listed = { all: [], added: [] };

function listPorts({ current, next }: Selection): Ports {
  return next === null ? [current.tts] : [...new Set([current.tts, next.tts])];
}

/** Keeps a provider warm. A failure is reported, and the provider is used without. */
function keepWarm(tts: TextToSpeech, { report = () => {} }: VoiceOptions): Observable<never> {
  const failed = (error: unknown): Observable<never> => {
    report(asAntiphonError(error, 'provider_failed', { provider: tts.name, failure: false }));
    return EMPTY;
  };
  return defer(() => tts.keepWarm?.() ?? EMPTY).pipe(tap(report), ignoreElements(), catchError(failed));
}
