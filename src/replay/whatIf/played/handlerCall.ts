import type { ChatMessage } from '../../../core/message.ts';
import type { HandlerRound } from '../recorded/rounds.ts';
import type { AnswerPlan } from './answerPlan.ts';
import type { FoundAnswer } from './findAnswer.ts';
import type { DueCall } from './progress.ts';

/** One call of the handler in a run. */
export interface HandlerCall extends Omit<DueCall, 'turn'> {
  /** -1: it was asked ahead, and that turn has not come. */
  turn: number;
  readonly atMs: number;
  /** The name of the agent that was called. Undefined: the first one, which has none. */
  readonly agent: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly plan: AnswerPlan;
  /** The number of the reply under way. */
  readonly reply: number;
  /** True if the turn was handed to the agent. */
  readonly isHandedOver: boolean;
  /** See `FoundAnswer`; `live`: an agent of the application was asked. */
  readonly answer: FoundAnswer['kind'] | 'live';
  /** The place of the answer in the recording; null: there is none. */
  readonly place: HandlerRound | null;
  /** It reached the point where the recorded answer was cut: its rest is not known. */
  brokeOff: boolean;
}
