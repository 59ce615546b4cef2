import type { AntiphonError } from '../../core/errors.ts';
import type { ExtraFields } from '../../core/extraFields.ts';
import type { AddedMessage, FunctionCall, FunctionResult } from '../../core/message.ts';
import type { Phrases } from '../../core/phrases/createPhrases.ts';
import type { HeardBy, PlayoutEvent } from '../../core/playout.ts';
import type {
  EagerEnd,
  Interruption,
  ReplyRequest,
  Settlement,
  Transcript,
  UserTurn,
  VadEvent,
} from '../../core/speech.ts';
import type {
  BackgroundCall,
  EndReason,
  FunctionCalls,
  FunctionResults,
  ResultPolicy,
  SpeechEvent,
  TurnEvent,
} from '../../core/turn.ts';

/** The settings of the configuration that affect the rules. */
export interface FloorSettings {
  readonly allowInterruptions: boolean;
  /** Voiced ms from which speech before a first message is a separate turn. */
  readonly minSpeechMs: number;
  readonly resumeAfterFalseInterruption: boolean;
  readonly phrases: Phrases;
  /** True if the answer to a turn is requested before its commit. @default false */
  readonly preemptiveGeneration?: boolean | undefined;
  /** True if the agent is interrupted as soon as a segment begins. @default false */
  readonly speechInterrupts?: boolean | undefined;
  /** True if the user's turns are answered only at the event `respond`. @default false */
  readonly respondOnRequest?: boolean | undefined;
  /** True if the user's turns are not answered. @default false */
  readonly transcriptionOnly?: boolean | undefined;
  /** Text that the agent says when a reply has failed before a word of it was heard. @default nothing */
  readonly failureMessage?: string | undefined;
  /**
   * Text that the agent says when an answer has brought no text for `delayMs`; null: a function returns it.
   * @default nothing
   */
  readonly filler?: { readonly text: string | null; readonly delayMs: number } | undefined;
  /**
   * How a speech model gets the user's turns: with their words (`beside_stt`), or as audio whose words come late
   * (`alone`). @default no speech model
   */
  readonly speechModel?: 'beside_stt' | 'alone' | undefined;
  /** True if a text of the application is a reply of its own, even while another one is generated. @default false */
  readonly saysApart?: boolean | undefined;
}

/** The reasons why a session ends. */
export type SessionEndReason =
  | 'ended_by_client'
  | 'ended_by_api'
  | 'agent_ended'
  | 'transferred'
  | 'join_timeout'
  | 'idle_timeout'
  | 'max_duration'
  | 'disconnected'
  | 'draining'
  | 'handler_failed'
  | 'provider_failed'
  | 'part_failed'
  | 'slow_consumer'
  | 'internal';

/**
 * The work that a session waits for before it ends: the agent's `speech` and the user's last `words`, only the words,
 * or nothing.
 */
export type EndAfter = 'speech' | 'words' | 'now';

/** The input of the floor: everything that can happen in a conversation. */
export type FloorEvent =
  | VadEvent
  | Transcript
  | Settlement
  | EagerEnd
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'digit' }
  /** From the endpointing stage: the user seems to have finished. */
  | { readonly kind: 'endpoint' }
  /** From the interruption stage: the user has spoken over the agent for long enough. */
  | { readonly kind: 'barge_in'; readonly by: Interruption }
  /** A commit has passed its splice. */
  | { readonly kind: 'turn'; readonly turn: UserTurn }
  /** A commit was carried out. Its `turn` came before this, unless a splice dropped it. */
  | { readonly kind: 'commit_done' }
  | { readonly kind: 'reply'; readonly event: TurnEvent }
  | { readonly kind: 'calls'; readonly calls: FunctionCalls }
  | { readonly kind: 'results'; readonly results: FunctionResults }
  | { readonly kind: 'speech'; readonly event: SpeechEvent }
  | { readonly kind: 'playout'; readonly event: PlayoutEvent }
  | {
      readonly kind: 'say';
      readonly text: string;
      readonly first: boolean;
      /** True for a filler that came before its reply had begun. Default: false. */
      readonly filler?: true | undefined;
    }
  /** The requested filler. */
  | { readonly kind: 'filler'; readonly turn: number; readonly text: string }
  | { readonly kind: 'interrupt' }
  /** Requests an answer to everything said so far, or a reply of its own. */
  | { readonly kind: 'respond'; readonly request?: ReplyRequest | undefined }
  /** Adds messages to the history. */
  | { readonly kind: 'add_messages'; readonly messages: readonly AddedMessage[] }
  /** Requests the end of the calls with this id. */
  | { readonly kind: 'cancel'; readonly tool_call_id: string }
  /** A function of the current reply hands the conversation to another agent. */
  | { readonly kind: 'hand_off' }
  /** Requests the answer to words of the user that are in the history. */
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'end'; readonly after: EndAfter; readonly reason: SessionEndReason }
  /** The deadline of an end `now` has passed: drops everything that is still awaited. */
  | { readonly kind: 'terminate' }
  /** The time returned by `deadline` has come. */
  | { readonly kind: 'wake' }
  /** The answer to the decision `finish`, after all earlier decisions were carried out. */
  | { readonly kind: 'finish' };

/** An event of the conversation, for the history and the handlers. */
export type SessionFact =
  | { readonly kind: 'user_started' | 'user_stopped' | 'agent_started' | 'agent_stopped' }
  | { readonly kind: 'agent_interrupted'; readonly content: string; readonly heard: HeardBy }
  | {
      readonly kind: 'user_message';
      readonly content: string;
      /** The turn at whose place it is inserted, because its words came late. Default: it is the latest message. */
      readonly insertAt?: number | undefined;
    }
  | {
      readonly kind: 'agent_message';
      readonly turn: number;
      readonly content: string;
      readonly heard: HeardBy;
      /** True if it has waited for words of the user, and is inserted at its place. Default: it is the latest message. */
      readonly waited?: true | undefined;
    }
  | {
      readonly kind: 'calls_collected';
      readonly turn: number;
      readonly round: number;
      readonly calls: readonly FunctionCall[];
      readonly extra?: ExtraFields | undefined;
      /** The reason why a splice prevents their execution. Default: none. */
      readonly notExecuted?: string | undefined;
    }
  | {
      readonly kind: 'calls_executed';
      readonly turn: number;
      readonly round: number;
      /** The text of the round that requested the calls, for further rounds of the same reply. */
      readonly roundText: string;
      readonly calls: readonly FunctionCall[];
      readonly extra?: ExtraFields | undefined;
      readonly results: readonly FunctionResult[];
      /** The calls that go on in the background, whose `results` are acknowledgements. Default: none. */
      readonly acknowledged?: readonly BackgroundCall[] | undefined;
    }
  /** Messages that the application adds. */
  | { readonly kind: 'messages_added'; readonly messages: readonly AddedMessage[] }
  /** The progress of a call in the background, which the model knows in its next reply. */
  | { readonly kind: 'call_progress'; readonly result: FunctionResult }
  /** The final result of a call in the background. */
  | { readonly kind: 'call_finished'; readonly result: FunctionResult; readonly policy: ResultPolicy };

/** The sources of a committed turn. */
export interface CommittedFrom {
  readonly segments: readonly number[];
  readonly typed: boolean;
}

/** The output of the floor, which the stages carry out. */
export type Decision =
  | { readonly kind: 'fact'; readonly fact: SessionFact }
  | { readonly kind: 'commit'; readonly turn: UserTurn; readonly from: CommittedFrom }
  | { readonly kind: 'respond'; readonly turn: UserTurn }
  /** Requests the answer to a turn that may be committed; null: drops the requested one. */
  | { readonly kind: 'draft'; readonly turn: UserTurn | null }
  /** Speaks `text` as a separate reply (`begin`), or within the current reply. */
  | {
      readonly kind: 'say';
      readonly turn: number;
      readonly text: string;
      readonly begin: boolean;
      /** True if it bridges a wait. Default: false. */
      readonly filler?: true | undefined;
    }
  /** Requests a filler for the reply. */
  | { readonly kind: 'ask_filler'; readonly turn: number }
  /** Cancels the generation of the reply. */
  | { readonly kind: 'end_reply'; readonly turn: number; readonly reason: EndReason }
  /** Aborts the function calls of the reply. */
  | { readonly kind: 'cut_calls'; readonly turn: number; readonly reason: EndReason }
  /** Ends the running calls with this id. */
  | { readonly kind: 'cancel_call'; readonly tool_call_id: string }
  /** Stops the utterance: no further audio of it is sent. */
  | { readonly kind: 'cut'; readonly turn: number; readonly utterance: string }
  /** Speaks the rest of the reply, of which `heardChars` characters were heard, as a new utterance. */
  | { readonly kind: 'resume'; readonly turn: number; readonly heardChars: number }
  /** Stops taking audio, which ends the open segment. */
  | { readonly kind: 'close_input' }
  /** Gives `result` to all calls that are still running. */
  | { readonly kind: 'settle_calls'; readonly result: 'still running' | 'session ended' }
  | { readonly kind: 'report'; readonly error: AntiphonError }
  /** Requests the event `finish`, after everything that this step started. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'ended'; readonly reason: SessionEndReason };
