import { asyncScheduler, Subscription, take, type Observable, type SchedulerLike } from 'rxjs';
import { durationMs } from '../../src/core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import type { DraftText, SpeechProgress } from '../../src/core/turn.ts';
import { FastSubject } from '../../src/stream/fastSubject.ts';
import { sentences } from '../sentences.ts';
import { continueSpeech } from './continueSpeech.ts';

export interface PrepareOptions {
  /** The text of the answer to a turn that is not committed. */
  readonly drafts: Observable<DraftText>;
  /** Returns the provider of the next reply. */
  readonly tts: () => TextToSpeech;
  readonly stallMs?: number | undefined;
  readonly progress?: ((event: SpeechProgress) => void) | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}

/** The beginning of an answer whose turn may never be committed: its first sentence is synthesised, and held. */
export interface PreparedSpeech {
  /** Returns the provider for a reply: one that goes on with what was prepared for it, or `tts` itself. Discards all else. */
  take(turn: number, tts: TextToSpeech): TextToSpeech;
  /** Discards what was prepared, unless it is that of this reply. */
  keepOnly(turn: number): void;
  unsubscribe(): void;
}

/** Limit on the audio that is held, in ms. */
const MAX_HELD_MS = 60_000;

/** Synthesises the first sentence of each answer of `drafts`, one at a time. */
export function prepareSpeech(options: PrepareOptions): PreparedSpeech {
  const { drafts, tts: nextTts, progress = () => {}, stallMs, scheduler = asyncScheduler } = options;
  let draft: SpeechDraft | null = null;
  const discard = (): void => {
    if (draft === null) return;
    const { turn, sent, running: synthesising } = draft;
    draft.isDiscarded = true;
    draft = null;
    synthesising.unsubscribe();
    if (sent !== '') progress({ kind: 'unspoken', turn, text: sent });
  };
  const keepOnly = (turn: number): void => {
    if (draft?.turn !== turn) discard();
  };
  const add = (event: DraftText): void => {
    if (event.kind === 'discarded') return discard();
    keepOnly(event.turn);
    draft ??= createSpeechDraft(event.turn, nextTts(), {
      stallMs,
      scheduler,
      failed: (own) => draft === own && discard(),
    });
    if (event.kind === 'text') draft.text.next(event.delta);
    else draft.text.complete();
  };
  const running = drafts.subscribe(add);
  return {
    take: (turn, tts) => {
      const prepared = draft;
      if (prepared === null || prepared.turn !== turn || prepared.tts !== tts || prepared.sent === '') {
        discard();
        return tts;
      }
      return continueSpeech(prepared, {
        accept: () => {
          draft = null;
          const now = scheduler.now();
          progress({ kind: 'prepared', turn, gainedMs: (prepared.firstAudioAt ?? now) - prepared.sentAt });
        },
        refuse: () => draft === prepared && discard(),
      });
    },
    keepOnly,
    unsubscribe: () => {
      running.unsubscribe();
      discard();
    },
  };
}

/** An answer of which the first sentence is synthesised. */
export interface SpeechDraft {
  readonly turn: number;
  readonly tts: TextToSpeech;
  /** The text of the answer. */
  readonly text: FastSubject<string>;
  readonly running: Subscription;
  /** The text that was sent to the provider; empty: none. */
  sent: string;
  sentAt: number;
  firstAudioAt: number | null;
  isDiscarded: boolean;
  /** The input of the provider. */
  readonly input: FastSubject<string>;
  readonly complete: FastSubject<undefined>;
  /** What the provider has emitted; null: it is not held any more, and comes as `output`. */
  held: TtsEvent[] | null;
  readonly output: FastSubject<TtsEvent>;
}

interface DraftOptions {
  readonly stallMs: number | undefined;
  readonly scheduler: SchedulerLike;
  readonly failed: (draft: SpeechDraft) => void;
}

function createSpeechDraft(turn: number, tts: TextToSpeech, options: DraftOptions): SpeechDraft {
  const draft: SpeechDraft = {
    turn,
    tts,
    text: new FastSubject(),
    running: new Subscription(),
    sent: '',
    sentAt: 0,
    firstAudioAt: null,
    isDiscarded: false,
    input: new FastSubject(),
    complete: new FastSubject(),
    held: [],
    output: new FastSubject(),
  };
  const { stallMs, scheduler } = options;
  const first = draft.text.pipe(sentences({ language: tts.language, stallMs, scheduler }), take(1));
  draft.running.add(first.subscribe((sentence) => send(draft, sentence, options)));
  return draft;
}

/** Sends the first sentence. A provider that takes text as it comes is to speak it now. */
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
