import type { Observable, SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { DraftText, EndReason, FunctionResults, RoundProgress } from '../../src/core/turn.ts';

/** One call of the handler. Round 0 answers the user; further rounds follow function results. */
export interface Round {
  readonly turn: UserTurn;
  readonly round: number;
  /** True if the model may not call functions. */
  readonly last: boolean;
  /** True if the turn is not committed yet and may never be. Absent otherwise. */
  readonly speculative?: true | undefined;
}

export interface LlmTurnOptions {
  /** Answers one round. `signal` is aborted when the reply is cut; a stream that ignores it is abandoned. */
  readonly respond: (round: Round, signal: AbortSignal) => HandlerStream<ChatCompletionChunk>;
  /** Ends the reply to a turn at once, for the given reason. A newer turn supersedes it in any case. @default never */
  readonly cut?: Observable<{ readonly turn: number; readonly reason: EndReason }> | undefined;
  /**
   * Turns that may be committed unchanged. Their answers are requested at once and held back by a commit gate. A turn
   * with the same request uses the held answer. A turn with a different request, the next draft or null discards it.
   * @default none
   */
  readonly drafts?: Observable<UserTurn | null> | undefined;
  /**
   * Called with the text of a held answer as it arrives, so that `speak` can synthesise its beginning.
   * @default not called
   */
  readonly draftText?: ((event: DraftText) => void) | undefined;
  /**
   * Returns the key of a round's request. A held answer is used for a turn with the same key.
   * @default the text of the turn
   */
  readonly requestKey?: ((round: Round) => string) | undefined;
  /** Results of the calls of a round. @default none: a round with calls ends the reply */
  readonly results?: Observable<FunctionResults> | undefined;
  /** True while further rounds may begin; must emit its value on subscribing. @default always */
  readonly open?: Observable<boolean> | undefined;
  /** Limit on the further rounds of a turn. @default 1 */
  readonly maxRounds?: number | undefined;
  /**
   * Names of tags whose content is neither spoken nor kept, such as `think` for a model's reasoning in
   * `<think>…</think>`. A tag that is never closed hides the rest of the round. @default ['think']
   */
  readonly hiddenTags?: readonly string[] | undefined;
  /** Time limit for the first chunk of a round, in ms. @default 10000 */
  readonly firstChunkTimeoutMs?: number | undefined;
  /** Time limit between two chunks, in ms. @default 5000 */
  readonly chunkTimeoutMs?: number | undefined;
  /** Called with errors, and with diagnostics for unusual chunks. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Called with each round's handler call, first chunk and tokens. */
  readonly progress?: ((event: RoundProgress) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/** @default of `hiddenTags` */
export const HIDDEN_TAGS: readonly string[] = ['think'];

/** The options of `llmTurn`, with a function that returns the chunks of a round in place of the handler. */
export interface RepliesOptions extends Omit<LlmTurnOptions, 'respond'> {
  /** Emits the chunks of one round. Calls the handler on subscribing. */
  readonly chunks: (round: Round) => Observable<ChatCompletionChunk>;
}
