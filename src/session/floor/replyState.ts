/**
 * The sound of a reply:
 *
 * - `none`: nothing has been synthesised yet, or everything was played
 * - `synthesising`: TTS has begun an utterance, and no sample has been sent
 * - `audible`: from the first sample sent to the last one played
 * - `cutting`: from the decision to cut to the client's report of what it played
 * - `suspended`: cut without words; resumed if the user's segments settle without words
 * - `requested`: about to be resumed; TTS has not begun
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
  /** True once `agent_started` was emitted. Playout may report the start before the first sample sent. */
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
  /** `failure`: the text that replaces a failed reply. */
  readonly origin: 'answer' | 'first_message' | 'say' | 'failure';
  /** The text generated in the current round. */
  readonly roundText: string;
  /** `aborted`: cancelled, or failed before everything was generated and spoken. */
  readonly generation: 'running' | 'complete' | 'aborted';
  /** True once text that can be spoken was generated. */
  readonly hasText: boolean;
  /** True once the model or a voice has failed. A failed voice may have left words without audio. */
  readonly hasFailed: boolean;
  /** True once a voice received a word of it or produced audio. */
  readonly hasSpeech: boolean;
  /** True once it has collected function calls. */
  readonly hasCalls: boolean;
  /** True once one of its calls hands the conversation to another agent. */
  readonly handsOff: boolean;
  /** Whether the user can interrupt it; undefined: as the settings say. */
  readonly allowInterruptions: boolean | undefined;
  /** True from the results of a round to the request of the next one, which includes them. */
  readonly awaitsRound: boolean;
  /**
   * The text that bridges a wait: `asked` while the agent's code is asked for it, `due` once decided, `said` while
   * nothing else is said, `over` after other text has followed.
   */
  readonly filler: 'none' | 'asked' | 'due' | 'said' | 'over';
  /** The requested filler that has not been said yet. */
  readonly askedFiller: string | null;
  readonly sound: Sound;
  /** Scheduler time at which the question in the last two sentences was heard; null: no question. */
  readonly questionAt: number | null;
  /** The number of cuts without words. */
  readonly wordlessCuts: number;
  /** The number of characters of the reply that earlier utterances have played. */
  readonly heardChars: number;
  /** The number of characters of its fillers, each followed by a space. */
  readonly fillerChars: number;
  /** The number of reports about its silence. */
  readonly slowReports: number;
  readonly lastSoundAt: number;
}

/** Returns whether the client's report of a cut is awaited. */
export function isCutting(reply: Reply | null): boolean {
  return reply?.sound.phase === 'cutting';
}

/** Returns whether the reply was or is being cut without words, so that it may be resumed. */
export function isSuspended(reply: Reply | null): boolean {
  const sound = reply?.sound;
  return sound?.phase === 'suspended' || (sound?.phase === 'cutting' && sound.purpose === 'suspend');
}

/** Returns whether samples were sent that are not yet played or cleared. */
export function isAudible(reply: Reply | null): boolean {
  return reply !== null && (reply.sound.phase === 'audible' || reply.sound.phase === 'cutting');
}

/** Returns whether more of the reply than a filler can be heard. Only then must words interrupt it. */
export function isAnswerAudible(reply: Reply | null): boolean {
  return isAudible(reply) && reply?.filler !== 'due' && reply?.filler !== 'said';
}

/** Returns whether words of the reply were played, apart from fillers. */
export function isAnswerHeard({ heardChars, fillerChars }: Reply): boolean {
  return heardChars > fillerChars;
}

/** Returns whether some of the reply was played, or is being played. */
export function hasSounded(reply: Reply): boolean {
  return isAudible(reply) || reply.heardChars > 0;
}

/** Returns whether the reply is a first message that has not sounded, which is held and never superseded. */
export function isUnheardFirstMessage(reply: Reply | null): boolean {
  return reply?.origin === 'first_message' && !hasSounded(reply) && !isSuspended(reply);
}
