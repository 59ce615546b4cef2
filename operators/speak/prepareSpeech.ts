import { asyncScheduler, type Observable, type SchedulerLike } from 'rxjs';
import type { TextToSpeech } from '../../src/core/ports.ts';
import type { DraftText, SpeechProgress } from '../../src/core/turn.ts';
import { continueSpeech } from './continueSpeech.ts';
import { createSpeechDraft, type SpeechDraft } from './speechDraft.ts';
import type { Voice } from './voices.ts';

export interface PrepareOptions {
  /** The text of the answer to an uncommitted turn. */
  readonly drafts: Observable<DraftText>;
  /** Returns the voice of the next reply. */
  readonly voice: () => Voice;
  readonly stallMs?: number | undefined;
  readonly progress?: ((event: SpeechProgress) => void) | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}

/** The held first sentence of an answer whose turn may never be committed. */
export interface PreparedSpeech {
  /**
   * Returns the provider for a reply: one that continues the prepared speech, or `tts` itself. Discards everything
   * else.
   */
  take(turn: number, tts: TextToSpeech): TextToSpeech;
  /** Discards the prepared speech unless it belongs to this reply. */
  keepOnly(turn: number): void;
  unsubscribe(): void;
}

/** Synthesises the first sentence of each answer of `drafts`, one at a time. */
export function prepareSpeech(options: PrepareOptions): PreparedSpeech {
  const { drafts, voice, progress = () => {}, stallMs, scheduler = asyncScheduler } = options;
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
    draft ??= createSpeechDraft(event.turn, voice(), {
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
