import type { FunctionCall } from '../../core/message.ts';
import type { SegmentText } from '../../core/segmentText.ts';
import type { UserTurn } from '../../core/speech.ts';
import type { Decision, FloorSettings, SessionEndReason } from './types.ts';

/**
 * The turn to which pending speech belongs:
 *
 * - `live`: the turn that waits for its commit
 * - `overlapping`: said over the agent's speech, or before a first message; resolved when the agent has finished
 * - `queued`: overlapping, and a turn of its own when the agent has finished, as it would have interrupted
 * - `deferred`: said over speech that has ended; goes in front of the user's next turn
 */
export type Claim = 'live' | 'overlapping' | 'queued' | 'deferred';

/** Words of the user that are not committed yet. */
export type PendingSpeech = SpokenSegment | TypedText;

/** Speech of one VAD segment. `ready` has words. */
export interface SpokenSegment {
  readonly kind: 'spoken';
  readonly segment: number;
  readonly claim: Claim;
  /** `speaking` until the VAD ends the segment, `awaiting_words` until STT settles it. */
  readonly phase: 'speaking' | 'awaiting_words' | 'ready';
  /** True once the endpointing stage has emitted behind it. */
  readonly endpointed: boolean;
  readonly text: SegmentText;
  /** Null where the words came without voice: behind a commit or noise, or as a late final. */
  readonly voice: Voice | null;
}

/** Text that the user typed: always ready. */
export interface TypedText {
  readonly kind: 'typed';
  readonly claim: Claim;
  readonly text: string;
}

/** The VAD's measurements of a segment. */
export interface Voice {
  readonly voicedMs: number;
  /** Scheduler time of the last voiced sample. */
  readonly lastVoicedAt: number;
  /** True if some of it fell into a silence of the agent of 1 s or more: its words interrupt. */
  readonly inSilence: boolean;
}

/** A segment whose words were committed or dropped. */
export interface ClosedSegment {
  readonly segment: number;
  /** Null: it brought no words. */
  readonly text: string | null;
  /** True if the text ends with an interim, not a final. */
  readonly fromInterim: boolean;
  readonly turn: number | null;
}

/** The segment that the VAD has open. */
export interface OpenSegment {
  readonly segment: number;
  /** True once `user_started` was emitted. False for noise, and behind a commit until further words come. */
  readonly speaking: boolean;
}

export interface User {
  readonly openSegment: OpenSegment | null;
  readonly pending: readonly PendingSpeech[];
  /** The latest closed segments, oldest first; bounded. */
  readonly closed: readonly ClosedSegment[];
}

/**
 * The sound of a reply:
 *
 * - `none`: nothing has been synthesised yet, or all of it was played
 * - `synthesising`: TTS has begun an utterance; no sample of it was sent
 * - `audible`: from the first sample sent to the last one played
 * - `cutting`: from the decision to cut to the client's report of what it played
 * - `suspended`: cut without words; resumed if the user's segments settle empty
 * - `requested`: to be resumed; TTS has not begun
 */
export type Sound =
  | { readonly phase: 'none' | 'suspended' | 'requested' }
  | SynthesisingSound
  | AudibleSound
  | CuttingSound;

export interface SynthesisingSound {
  readonly phase: 'synthesising';
  readonly utterance: string;
  /** The progress of TTS: no audio yet, some, or all. */
  readonly synthesis: 'silent' | 'streaming' | 'complete';
  /** True once `agent_started` was emitted: playout may report this before the first sample sent. */
  readonly started: boolean;
}

export interface AudibleSound {
  readonly phase: 'audible';
  readonly utterance: string;
  readonly synthesis: 'streaming' | 'complete';
  readonly started: boolean;
  /** Scheduler time at which the latest sample was sent. */
  readonly lastSentAt: number;
}

export interface CuttingSound {
  readonly phase: 'cutting';
  readonly utterance: string;
  readonly started: boolean;
  readonly lastSentAt: number;
  readonly purpose: CutPurpose;
}

/** `suspend`: the reply may be resumed. */
export type CutPurpose = 'suspend' | 'interrupt' | 'end_session';

export interface Reply {
  readonly turn: number;
  readonly origin: 'answer' | 'first_message' | 'say';
  /** The text that the round under way has generated. */
  readonly roundText: string;
  /** `aborted`: cancelled or failed before all was generated and spoken. */
  readonly generation: 'running' | 'complete' | 'aborted';
  /** True once text was generated that can be spoken. */
  readonly hasText: boolean;
  readonly sound: Sound;
  /** The number of cuts that brought no words. */
  readonly wordlessCuts: number;
  /** The number of characters of the reply that earlier utterances have played. */
  readonly heardChars: number;
  /** The number of reports of its silence. */
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

/** A reply that begins when the one under way is over. */
export type QueuedReply =
  | { readonly kind: 'respond'; readonly turn: UserTurn }
  | { readonly kind: 'say'; readonly text: string; readonly origin: 'first_message' | 'say' };

/** The end of a session: `requested`, then `finishing` until the last decisions are carried out, then `over`. */
export type Ending =
  | { readonly phase: 'requested'; readonly after: 'speech' | 'now'; readonly reason: SessionEndReason }
  | { readonly phase: 'finishing'; readonly reason: SessionEndReason }
  | { readonly phase: 'over' };

/** The state of the conversation. Null `ending`: the session goes on. */
export interface Floor {
  readonly now: number;
  readonly settings: FloorSettings;
  readonly user: User;
  readonly reply: Reply | null;
  readonly rounds: readonly OpenRound[];
  readonly queue: readonly QueuedReply[];
  readonly nextTurn: number;
  /** The number of commits that are being carried out. */
  readonly committing: number;
  /** The scheduler time since which a commit has waited for calls that cannot be interrupted. */
  readonly commitDueAt: number | null;
  readonly ending: Ending | null;
}

/** The result of one event. */
export interface Step {
  readonly floor: Floor;
  readonly decisions: readonly Decision[];
}
