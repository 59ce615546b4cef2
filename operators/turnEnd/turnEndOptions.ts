import type { Observable, SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { EagerEnd, Settlement, Transcript } from '../../src/core/speech.ts';
import type { AgentText, RecogniserTurns, TurnModel } from '../../src/core/turnModel.ts';

export interface TurnEndOptions {
  /** The user's words. */
  readonly transcript: Observable<Transcript>;
  /** Settlements of segments. Without them a final settles its segment, until an interim follows. */
  readonly settled?: Observable<Settlement> | undefined;
  /** Judges whether the user has finished: a model, or the recogniser of the transcripts. */
  readonly model: TurnModel | RecogniserTurns;
  /** Probability from which the user counts as finished, from 0 to 1. @default 0.5 */
  readonly threshold?: number | undefined;
  /**
   * Thresholds for individual languages, by BCP-47 tag, in place of `threshold`; `de` also applies to `de-CH`.
   * @default {}
   */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  /**
   * Probability of a backchannel from which the user counts as listening, so that the turn does not end. Ignored after
   * a question by the agent, and for words that `isRequest` accepts. @default 0.5
   */
  readonly backchannelThreshold?: number | undefined;
  /**
   * Returns whether words are a request to the agent, such as "stop", and so never a backchannel. @default always false
   */
  readonly isRequest?: ((text: string) => boolean) | undefined;
  /** Pause after which the model is asked, and the shortest pause that can end the turn, in ms. @default 400 */
  readonly minDelayMs?: number | undefined;
  /**
   * Pause after which the turn ends even if the model says that it continues, in ms from the last voice with words.
   * @default 3000
   */
  readonly maxDelayMs?: number | undefined;
  /** Time limit for the model's first answer, in ms. If it is exceeded, silence ends the turn. @default 200 */
  readonly timeoutMs?: number | undefined;
  /** Pause that ends the turn if the model fails or is late, in ms. @default 500 */
  readonly silenceMs?: number | undefined;
  /**
   * Silence that ends an open segment without words when a recogniser judges turns, in ms of audio. The VAD then keeps
   * segments open during pauses.
   * @default 550
   */
  readonly wordlessMs?: number | undefined;
  /** The user's audio, for models that listen. @default none */
  readonly audio?: Observable<AudioFrame> | undefined;
  /** Returns the text of the agent's latest reply. @default no text */
  readonly agent?: (() => AgentText) | undefined;
  /** BCP-47 tag of the user's language, for transcripts without one. @default unknown */
  readonly language?: string | undefined;
  /**
   * Ends the VAD's open segment when the user has finished, so that the recogniser emits its final.
   * @default does nothing
   */
  readonly endSegment?: ((segment: number) => void) | undefined;
  /**
   * Probability from which the user has probably finished and `eagerEnd` is called; at most the threshold.
   * @default the threshold
   */
  readonly eagerThreshold?: number | undefined;
  /**
   * Called when the user has probably finished, once for each combination of words and pause. A streaming model may
   * trigger it before `minDelayMs`.
   * @default does nothing
   */
  readonly eagerEnd?: ((event: EagerEnd) => void) | undefined;
  /**
   * Called with a model's judgement on whether the turn continues when no new word has come for 2.5 s although the user
   * is heard. Only models that are asked at pauses give it.
   * @default does nothing
   */
  readonly setUnfinished?: ((isUnfinished: boolean) => void) | undefined;
  /** Called with `turn_model_failed` errors. @default does nothing */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}
