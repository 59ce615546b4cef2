import type { AntiphonError } from '../../core/errors.ts';
import type { FunctionCall, FunctionResult } from '../../core/message.ts';
import type { PlayoutEvent } from '../../core/playout.ts';
import type { Interruption, Settlement, Transcript, UserTurn, VadEvent } from '../../core/speech.ts';
import type { EndReason, FunctionCalls, FunctionResults, SpeechEvent, TurnEvent } from '../../core/turn.ts';

/** The rules that a config may change. */
export interface FloorSettings {
  readonly allowInterruptions: boolean;
  /** Voice that makes speech before a first message a turn of its own. */
  readonly interruptMs: number;
  readonly resumeAfterFalseInterruption: boolean;
}

/** Why a session ends (see the states in the docs). */
export type SessionEndReason =
  | 'ended_by_client'
  | 'ended_by_api'
  | 'agent_ended'
  | 'join_timeout'
  | 'idle_timeout'
  | 'max_duration'
  | 'disconnected'
  | 'draining'
  | 'handler_failed'
  | 'provider_failed'
  | 'slow_consumer'
  | 'internal';

/** Everything that can happen to a conversation, in the order in which it happened. */
export type FloorEvent =
  | VadEvent
  | Transcript
  | Settlement
  | { readonly kind: 'typed'; readonly text: string }
  /** The endpointing stage: the user seems to have finished. */
  | { readonly kind: 'endpoint' }
  /** The interruption stage: the user asks for the floor. */
  | { readonly kind: 'barge_in'; readonly by: Interruption }
  /** A commit has passed its splice. */
  | { readonly kind: 'turn'; readonly turn: UserTurn }
  /** A commit has been told: its turn has come before this, unless a splice dropped it. */
  | { readonly kind: 'commit_done' }
  | { readonly kind: 'reply'; readonly event: TurnEvent }
  | { readonly kind: 'calls'; readonly calls: FunctionCalls }
  | { readonly kind: 'results'; readonly results: FunctionResults }
  | { readonly kind: 'speech'; readonly event: SpeechEvent }
  | { readonly kind: 'playout'; readonly event: PlayoutEvent }
  | { readonly kind: 'say'; readonly text: string; readonly first: boolean }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'end'; readonly after: 'speech' | 'now'; readonly reason: SessionEndReason }
  /** A session that was to end now has not: nothing is waited for any more. */
  | { readonly kind: 'terminate' }
  /** The time for which `deadline` asked has come. */
  | { readonly kind: 'wake' }
  /** What `finish` asked for: everything that was under way before it has been told. */
  | { readonly kind: 'finish' };

/** What has happened, for the history and the developer's handlers. */
export type SessionFact =
  | { readonly kind: 'user_started' | 'user_stopped' | 'agent_started' | 'agent_stopped' }
  | { readonly kind: 'agent_interrupted'; readonly content: string }
  | { readonly kind: 'user_message'; readonly content: string }
  | { readonly kind: 'agent_message'; readonly turn: number; readonly content: string }
  | { readonly kind: 'calls_collected'; readonly calls: readonly FunctionCall[] }
  | {
      readonly kind: 'calls_executed';
      readonly turn: number;
      readonly round: number;
      /** The text of the round that asked for the calls, for the further rounds of its own reply. */
      readonly said: string;
      readonly calls: readonly FunctionCall[];
      readonly results: readonly FunctionResult[];
    };

/** Of what a turn is made. */
export interface CommittedFrom {
  readonly segments: readonly number[];
  readonly typed: boolean;
}

/** What the floor decides; the operators carry it out. */
export type Decision =
  | { readonly kind: 'fact'; readonly fact: SessionFact }
  | { readonly kind: 'commit'; readonly turn: UserTurn; readonly from: CommittedFrom }
  | { readonly kind: 'respond'; readonly turn: UserTurn }
  /** Speak `text` as a reply of its own (`begin`), or within the reply under way. */
  | { readonly kind: 'say'; readonly turn: number; readonly text: string; readonly begin: boolean }
  /** The reply's source is cancelled. */
  | { readonly kind: 'end_reply'; readonly turn: number; readonly reason: EndReason }
  /** The reply's calls are aborted. */
  | { readonly kind: 'cut_calls'; readonly turn: number; readonly reason: EndReason }
  /** No further audio of this utterance leaves. */
  | { readonly kind: 'cut'; readonly turn: number; readonly utterance: string }
  /** The text of the reply from this offset on is spoken as a new utterance. */
  | { readonly kind: 'resume'; readonly turn: number; readonly from: number }
  /** Calls that still run get `result` now. */
  | { readonly kind: 'settle_calls'; readonly result: 'still running' | 'session ended' }
  | { readonly kind: 'report'; readonly error: AntiphonError }
  /** Say `finish` when all that this step started has come back. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'ended'; readonly reason: SessionEndReason };

/** A stretch of the user's words that is not committed yet. */
export interface PendingSpeech {
  /** The segment it was spoken in; null if it was typed. */
  readonly segment: number | null;
  /**
   * `live`: of the turn that waits · `over`: said over the agent's speech, or before a first message ·
   * `overheard`: of a speech that has ended; goes in front of the user's next turn.
   */
  readonly claim: 'live' | 'overlapping' | 'deferred';
  readonly open: boolean;
  readonly settled: boolean;
  /** The endpointing stage has let it go. */
  readonly endpointed: boolean;
  readonly finals: string;
  readonly interim: string;
  readonly voicedMs: number;
  /** Scheduler time of its last voiced sample. */
  readonly lastVoicedAt: number;
  /** It had voice in a silence of the agent of 1 s or more: its words interrupt. */
  readonly inSilence: boolean;
  /** It is a turn by itself once the agent has finished: it would have interrupted. */
  readonly promoted: boolean;
}

/** What became of a segment whose piece is gone. */
export interface ClosedSegment {
  readonly segment: number;
  /** Null: it brought no words. */
  readonly text: string | null;
  /** An interim stood in for its final. */
  readonly fromInterim: boolean;
  readonly turn: number | null;
}

export interface User {
  readonly speaking: boolean;
  readonly pending: readonly PendingSpeech[];
  /** The latest fates, oldest first; bounded. */
  readonly closed: readonly ClosedSegment[];
  /** The segment the VAD has open, noise or not. */
  readonly openSegment: number | null;
}

/** The sound of a reply: one utterance. */
export interface Speech {
  readonly utterance: string;
  /** TTS has brought audio. */
  readonly hasAudio: boolean;
  /** TTS brings nothing more. */
  readonly done: boolean;
  /** A sample was sent, and the last one is neither played nor cleared. */
  readonly audible: boolean;
  /** `agent_started` was told. */
  readonly started: boolean;
  readonly lastSentAt: number;
  /** It was cut; the client has not said yet how much it played. */
  readonly cut: 'interruption' | 'session_end' | null;
}

export interface Reply {
  readonly turn: number;
  readonly source: 'answer' | 'first_message' | 'say';
  /** What the round under way has generated. */
  readonly roundText: string;
  readonly generating: boolean;
  /** Something was generated that can be said. */
  readonly hasText: boolean;
  readonly speech: Speech | null;
  /** Its source was cancelled before it had said all. */
  readonly aborted: boolean;
  /** Cut without words: what was generated and not heard may be taken up. */
  readonly suspended: boolean;
  readonly wordlessCuts: number;
  /** How many characters of `text` earlier utterances brought to the user's ear. */
  readonly heardChars: number;
  /** How often its silence was reported. */
  readonly slowReports: number;
  readonly lastSoundAt: number;
}

/** Calls that are collected and not executed yet. */
export interface OpenRound {
  readonly turn: number;
  readonly round: number;
  readonly roundText: string;
  readonly calls: readonly FunctionCall[];
}

export type QueuedReply =
  | { readonly kind: 'respond'; readonly turn: UserTurn }
  | { readonly kind: 'say'; readonly text: string; readonly source: 'first_message' | 'say' };

export interface Floor {
  readonly now: number;
  readonly settings: FloorSettings;
  readonly user: User;
  readonly reply: Reply | null;
  readonly rounds: readonly OpenRound[];
  /** What begins when the reply under way is over. */
  readonly queue: readonly QueuedReply[];
  readonly nextTurn: number;
  /** Commits that are being told. */
  readonly committing: number;
  /** Since when a commit waits for calls that cannot be interrupted. */
  readonly commitDueAt: number | null;
  readonly ending: { readonly after: 'speech' | 'now'; readonly reason: SessionEndReason } | null;
  readonly over: boolean;
}

/** What one event did. */
export interface Step {
  readonly floor: Floor;
  readonly decisions: readonly Decision[];
}
