import type { Observable, SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import type { DraftText, EndReason, FunctionResults, RoundProgress } from '../../src/core/turn.ts';
import type { Round } from './round.ts';

/** The options of `llmTurn`, with the chunks of a round in place of its handler. */
export interface RepliesOptions {
  /** Emits the chunks of one round. Calls the handler on subscribing. */
  readonly chunks: (round: Round) => Observable<ChatCompletionChunk>;
  readonly cut?: Observable<{ readonly turn: number; readonly reason: EndReason }> | undefined;
  readonly drafts?: Observable<UserTurn | null> | undefined;
  readonly draftText?: ((event: DraftText) => void) | undefined;
  readonly requestKey?: ((round: Round) => string) | undefined;
  readonly results?: Observable<FunctionResults> | undefined;
  readonly open?: Observable<boolean> | undefined;
  readonly maxRounds?: number | undefined;
  readonly firstChunkTimeoutMs?: number | undefined;
  readonly chunkTimeoutMs?: number | undefined;
  readonly report?: ((error: AntiphonError) => void) | undefined;
  readonly progress?: ((event: RoundProgress) => void) | undefined;
  readonly scheduler?: SchedulerLike | undefined;
}
