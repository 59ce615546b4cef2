import {
  concat,
  defer,
  filter,
  identity,
  map,
  of,
  Subject,
  Subscription,
  take,
  type MonoTypeOperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { durationMs } from '../../src/core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import type { SpokenSpan } from '../../src/core/spokenText.ts';
import { sentences } from '../sentences.ts';
import type { Voice } from './voices.ts';

/** Limit on the held audio, in ms. */
const MAX_HELD_MS = 60_000;

/** An answer whose first sentence is synthesised ahead of the commit. */
export interface SpeechDraft {
  readonly turn: number;
  readonly tts: TextToSpeech;
  /** The text of the answer. */
  readonly text: Subject<string>;
  readonly running: Subscription;
  /** The text sent to the provider; empty before any is sent. */
  sent: string;
  sentAt: number;
  firstAudioAt: number | null;
  isDiscarded: boolean;
  /** The input of the provider. */
  readonly input: Subject<string>;
  readonly complete: Subject<undefined>;
  /** The held events of the provider; null once they are no longer held and go to `output`. */
  held: TtsEvent[] | null;
  readonly output: Subject<TtsEvent>;
}

interface DraftOptions {
  readonly stallMs: number | undefined;
  readonly scheduler: SchedulerLike;
  readonly failed: (draft: SpeechDraft) => void;
}

/**
 * Creates a draft. It sends its first sentence as soon as `text` contains one. Calls `failed` if the held speech
 * becomes unusable.
 */
export function createSpeechDraft(
  turn: number,
  { tts, createNormalizer }: Pick<Voice, 'tts' | 'createNormalizer'>,
  options: DraftOptions,
): SpeechDraft {
  const draft: SpeechDraft = {
    turn,
    tts,
    text: new Subject(),
    running: new Subscription(),
    sent: '',
    sentAt: 0,
    firstAudioAt: null,
    isDiscarded: false,
    input: new Subject(),
    complete: new Subject(),
    held: [],
    output: new Subject(),
  };
  const { stallMs, scheduler } = options;
  const first = draft.text.pipe(
    toSpoken(createNormalizer),
    sentences({ language: tts.language, stallMs, scheduler }),
    take(1),
  );
  draft.running.add(first.subscribe((sentence) => send(draft, sentence, options)));
  return draft;
}

/** Converts the text to what the provider is sent. */
function toSpoken(createNormalizer: Voice['createNormalizer']): MonoTypeOperatorFunction<string> {
  if (createNormalizer === null) return identity;
  return (text) =>
    defer(() => {
      const normalizer = createNormalizer();
      const toText = (spans: readonly SpokenSpan[]): string => spans.map(({ spoken }) => spoken).join('');
      const rest = defer(() => of(toText(normalizer.flush())));
      return concat(text.pipe(map((delta) => toText(normalizer.add(delta)))), rest).pipe(
        filter((delta) => delta !== ''),
      );
    });
}

/** Sends the first sentence. Tells a provider that accepts streamed text to speak it now. */
function send(draft: SpeechDraft, sentence: string, { scheduler, failed }: DraftOptions): void {
  const { tts, input, complete, output } = draft;
  let heldMs = 0;
  draft.sent = sentence;
  draft.sentAt = scheduler.now();
  const fail = (): void => {
    if (draft.held !== null) failed(draft);
  };
  const hold = (event: TtsEvent): void => {
    if (event.kind === 'audio') {
      draft.firstAudioAt ??= scheduler.now();
      heldMs += durationMs(event.frame);
    }
    if (draft.held === null) return output.next(event);
    draft.held.push(event);
    if (heldMs > MAX_HELD_MS) fail();
  };
  draft.running.add(
    tts.synthesize(input, complete).subscribe({
      next: hold,
      error: (error: unknown) => {
        fail();
        output.error(error);
      },
      complete: () => {
        fail();
        output.complete();
      },
    }),
  );
  input.next(sentence);
  if (tts.accepts === 'tokens') complete.next(undefined);
}
