import type { ExtraFields } from '../../core/extraFields.ts';
import type { FunctionCall } from '../../core/message.ts';
import type { ReplyRequest, UserTurn } from '../../core/speech.ts';
import type { ResultPolicy } from '../../core/turn.ts';
import type { Reply } from './replyState.ts';
import type { Decision, EndAfter, FloorSettings, SessionEndReason, SessionFact } from './types.ts';
import type { User } from './user.ts';

/** Calls that were collected and have not been executed. */
export interface OpenRound {
  readonly turn: number;
  readonly round: number;
  readonly roundText: string;
  readonly calls: readonly FunctionCall[];
  /** True if words that ask something new wait for the results. */
  readonly wordsWait: boolean;
  /** True if no further round of the reply follows. */
  readonly last: boolean;
  /** Unknown fields of the model's message and its calls. */
  readonly extra?: ExtraFields | undefined;
}

/** A call that goes on in the background. */
export interface RunningCall {
  readonly turn: number;
  readonly round: number;
  readonly call: FunctionCall;
  readonly policy: ResultPolicy;
}

/** The final result of a background call. The agent must reply to it. */
export interface DueResult {
  readonly policy: Exclude<ResultPolicy, 'silent'>;
  /** The turn of the reply whose request to the model includes it; null: none yet. */
  readonly answeredBy: number | null;
}

/** A message of the history. */
export type MessageFact = Extract<SessionFact, { kind: 'user_message' | 'agent_message' }>;

/**
 * A place in the history: for words of a turn that a speech model owes (docs/speech-to-speech.md), or for a message that
 * waits for such words.
 */
export type Reserved =
  | {
      readonly kind: 'words';
      readonly turn: number;
      readonly segments: readonly number[];
      /** The known words of the turn: those that were typed. */
      readonly known: string;
    }
  | {
      readonly kind: 'message';
      readonly fact: MessageFact;
      /** Scheduler time until which it waits. */
      readonly until: number;
    };

/** A reply that begins when the current one is over. */
export type QueuedReply =
  /** `whenSilent`: it waits until the user is silent, because it replies to something other than their latest words. */
  | { readonly kind: 'respond'; readonly turn: UserTurn; readonly whenSilent?: boolean | undefined }
  /** A reply without words of the user, which begins when the user is silent. */
  | { readonly kind: 'request'; readonly request: ReplyRequest }
  | { readonly kind: 'say'; readonly text: string; readonly origin: 'first_message' | 'say' | 'failure' };

/**
 * The end of a session: `requested`, `listening` to the user's last words until a scheduler time, `finishing` until the
 * last decisions are carried out, then `over`.
 */
export type Ending =
  | { readonly phase: 'requested'; readonly after: EndAfter; readonly reason: SessionEndReason }
  | { readonly phase: 'listening'; readonly until: number; readonly reason: SessionEndReason }
  | { readonly phase: 'finishing'; readonly reason: SessionEndReason }
  | { readonly phase: 'over' };

/** The state of the conversation. Null `ending`: the session continues. */
export interface Floor {
  readonly now: number;
  readonly settings: FloorSettings;
  readonly user: User;
  readonly reply: Reply | null;
  readonly rounds: readonly OpenRound[];
  readonly background: readonly RunningCall[];
  readonly due: readonly DueResult[];
  /** The number of replies to results since the user's latest words. */
  readonly repliesToResults: number;
  readonly queue: readonly QueuedReply[];
  /** True if the latest speech of the agent ended in a question. */
  readonly asked: boolean;
  /** True while a text of the application goes before speech over the agent. */
  readonly sayWentFirst: boolean;
  /** The latest turns that are remarks of a waiting user, which get no answer. */
  readonly remarks: readonly number[];
  /** The turn whose answer nobody has requested; null: none. */
  readonly unanswered: UserTurn | null;
  /** Messages that wait for words of the user, and those words, in order. */
  readonly reserved: readonly Reserved[];
  /** True from `respond` until the words before it are in the history. */
  readonly isRespondAsked: boolean;
  readonly nextTurn: number;
  /** The words with which the waiting turn was probably over; null: it was not. */
  readonly eagerText: string | null;
  /** The turn whose answer was requested before its commit; null: none. */
  readonly drafted: UserTurn | null;
  /** The number of commits that are being carried out. */
  readonly committing: number;
  /** Scheduler time since which a commit has waited for calls that cannot be interrupted. */
  readonly commitDueAt: number | null;
  readonly ending: Ending | null;
}

/** The result of one event. */
export interface Step {
  readonly floor: Floor;
  readonly decisions: readonly Decision[];
}
