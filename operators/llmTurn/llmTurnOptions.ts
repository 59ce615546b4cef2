import type { Observable, SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { DraftText, EndReason, FunctionResults, RoundProgress } from '../../src/core/turn.ts';
import type { Round } from './round.ts';

export interface LlmTurnOptions {
  /** Answers one round. `signal` is aborted when the reply is cut; a stream that ignores it is abandoned. */
  readonly respond: (round: Round, signal: AbortSignal) => HandlerStream<ChatCompletionChunk>;
  /** Ends the reply to a turn at once, for this reason. A newer turn supersedes it in any case. @default never */
  readonly cut?: Observable<{ readonly turn: number; readonly reason: EndReason }> | undefined;
  /**
   * Turns that may be committed as they are. Their answers are asked for at once, and held back by a commit gate: a turn with the
   * same request gets the one that is held, any other discards it, as do the next draft and null. @default none
   */
  readonly drafts?: Observable<UserTurn | null> | undefined;
  /** Gets the text of an answer that is held, as it comes: `speak` can synthesise its beginning. @default nothing */
  readonly draftText?: ((event: DraftText) => void) | undefined;
  /** Returns what a round is asked with: a held answer is one to a turn with the same. @default the text of the turn */
  readonly requestKey?: ((round: Round) => string) | undefined;
  /** Results of the calls of a round. @default none: a round with calls ends the reply */
  readonly results?: Observable<FunctionResults> | undefined;
  /** True while further rounds may begin; must emit its value on subscribing. @default always */
  readonly open?: Observable<boolean> | undefined;
  /** Limit on the further rounds of a turn. @default 1 */
  readonly maxRounds?: number | undefined;
  /**
   * Names of tags whose content is neither spoken nor kept, such as `think` for `<think>…</think>`: a model's thoughts in its text. An end
   * that never comes hides the rest of the round. @default ['think']
   */
  readonly hiddenTags?: readonly string[] | undefined;
  /** Time limit for the first chunk of a round, in ms. @default 10000 */
  readonly firstChunkTimeoutMs?: number | undefined;
  /** Time limit between two chunks, in ms. @default 5000 */
  readonly chunkTimeoutMs?: number | undefined;
  /** Gets errors, and diagnostics for unusual chunks. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Gets the call of each round, its first chunk and its tokens. */
  readonly progress?: ((event: RoundProgress) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/** @default of `hiddenTags` */
export const HIDDEN_TAGS: readonly string[] = ['think'];

/** The options of `llmTurn`, with the chunks of a round in place of its handler. */
export interface RepliesOptions extends Omit<LlmTurnOptions, 'respond'> {
  /** Emits the chunks of one round. Calls the handler on subscribing. */
  readonly chunks: (round: Round) => Observable<ChatCompletionChunk>;
}
