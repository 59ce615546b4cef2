import type { ChatMessage } from '../../../core/message.ts';
import type { HandlerRound } from '../recorded/rounds.ts';
import type { AnswerPlan } from './answerPlan.ts';
import type { FoundAnswer } from './findAnswer.ts';
import type { DueCall } from './progress.ts';

/** One call of the handler in a run. */
export interface HandlerCall extends Omit<DueCall, 'turn'> {
  /** The turn, or -1 if the answer was requested ahead and the turn has not come yet. */
  turn: number;
  readonly atMs: number;
  /** The name of the agent that was called. Undefined for the first agent if it has no name. */
  readonly agent: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly plan: AnswerPlan;
  /** The number of the current reply. */
  readonly reply: number;
  /** True if the turn was handed to the agent. */
  readonly isHandedOver: boolean;
  /** See `FoundAnswer`. `live`: an agent of the application was asked. */
  readonly answer: FoundAnswer['kind'] | 'live';
  /** The place of the answer in the recording, or null. */
  readonly place: HandlerRound | null;
  /** True once it has reached the point where the recorded answer was cut off. Its remainder is unknown. */
  brokeOff: boolean;
}
