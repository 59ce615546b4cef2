import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../core/audio.ts';
import type { Digit } from '../core/digit.ts';
import type { AntiphonError } from '../core/errors.ts';
import type { FunctionCall } from '../core/message.ts';
import type { PlayoutCommand } from '../core/playout.ts';
import type { ProviderProgress } from '../core/ports.ts';
import type {
  EagerEnd,
  Interruption,
  RecogniserTurn,
  Settlement,
  Transcript,
  UserTurn,
  VadEvent,
} from '../core/speech.ts';
import type {
  DraftText,
  EndReason,
  FunctionCalls,
  FunctionResults,
  RoundProgress,
  SpeechEvent,
  SpeechProgress,
  TurnEvent,
} from '../core/turn.ts';
import type { Taps } from './edges.ts';
import type { HistoryEntry } from './history.ts';
import type { PartSession } from './partSession.ts';
import type { Quiet } from './states/quiet.ts';

/** A round whose announcement has been handled. */
export interface Collected {
  readonly turn: number;
  readonly round: number;
  /** The calls after their splice. Default: the model's calls. */
  readonly calls?: readonly FunctionCall[] | undefined;
  /** The reason why none of its calls may be executed. Default: none. */
  readonly notExecuted?: string | undefined;
}

/** An announced round, or its results. */
export type FunctionEvent =
  | { readonly kind: 'calls'; readonly calls: FunctionCalls }
  | { readonly kind: 'results'; readonly results: FunctionResults };

/** The signals from the floor to the stages. They bypass the splices. */
export interface FloorSignals {
  /** `true` while audio, calls and further rounds may begin. Emits the current value on subscription. */
  readonly open: Observable<boolean>;
  /** `true` while something of the agent waits until the user is silent. Emits the current value on subscription. */
  readonly waiting: Observable<boolean>;
  /**
   * `true` while the user speaks, and until their speech is committed or dropped. Emits the current value on
   * subscription.
   */
  readonly speechHeld: Observable<boolean>;
  /** `true` while the agent can be heard. Emits the current value on subscription. */
  readonly agentAudible: Observable<boolean>;
  /** Replies that are cut, with the reason. */
  readonly replyEnded: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** Replies whose calls are aborted. */
  readonly callsCut: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** Utterances that are cut. */
  readonly cut: Observable<{ readonly turn: number; readonly utterance: string }>;
  /** Replies that are resumed, with the number of their characters that were heard. */
  readonly resume: Observable<{ readonly turn: number; readonly heardChars: number }>;
  /** Rounds whose calls were announced to the handlers, and start now. */
  readonly collected: Observable<Collected>;
  /** Settles all running calls with this result. */
  readonly settleCalls: Observable<string>;
  /** The ids of calls that are ended on request, or because the session ends. */
  readonly callCancelled: Observable<string>;
  /** Results that are in the history, so that a further round may be requested. */
  readonly executed: Observable<FunctionResults>;
  /** Turns that may be committed unchanged, whose answers are requested ahead; null: the last one may not. */
  readonly drafts: Observable<UserTurn | null>;
  /** Replies for which the function `filler` is called. */
  readonly fillerAsked: Observable<{ readonly turn: number }>;
  /** The current activity. Emits the current value on subscription. */
  readonly quiet: Observable<Quiet>;
}

/** The inputs of a stage besides its main input. */
export interface StageContext {
  readonly edges: Taps;
  /** The settlements of segments. They bypass the splices. */
  readonly settled: Observable<Settlement>;
  readonly floor: FloorSignals;
  /** The history so far. Emits the current value on subscription. */
  readonly history: Observable<readonly HistoryEntry[]>;
  /** `true` while the client is connected. Emits the current value on subscription. */
  readonly connected: Observable<boolean>;
  readonly muted: Observable<boolean>;
  /** Segments that the endpointing stage has asked to end. */
  readonly segmentEnds: Observable<number>;
  /** The recogniser's findings about the user's turn, if it is asked for them. They bypass the splices. */
  readonly recogniserTurns: Observable<RecogniserTurn>;
  /** The session that the stage belongs to, or the one that was passed to `wire`. */
  readonly session: PartSession;
  readonly scheduler: SchedulerLike;
  /**
   * A scheduler for work that may be up to 11 ms late: in real time it runs on ticks that all sessions share, otherwise
   * as `scheduler`.
   */
  readonly ticks: SchedulerLike;
  report(error: AntiphonError): void;
  /** Returns whether the user's words so far are known to continue, although the recogniser brings no further ones. */
  isUnfinished(): boolean;
  /** Sets whether the user's words so far are known to continue. */
  setUnfinished(isUnfinished: boolean): void;
  /**
   * Asks the VAD to end the open segment in its pause because the user has finished, so that the recogniser gives its
   * final.
   */
  endSegment(segment: number): void;
  /**
   * Reports an early sign of the end of the user's turn, from a turn model or a recogniser, on which the answer may be
   * requested ahead.
   */
  eagerEnd(event: EagerEnd): void;
  /** Passes on the recogniser's findings about the user's turn. */
  foundTurn(turn: RecogniserTurn): void;
  /** The text of the answers that are requested ahead. */
  readonly draftText: Observable<DraftText>;
  /** Adds to the text of an answer that is requested ahead. */
  addDraftText(event: DraftText): void;
  /**
   * Reports the progress of a round or of speech, and the providers of a port that stands for several, to the metrics.
   */
  progress(event: RoundProgress | SpeechProgress | ProviderProgress): void;
}

/** The stages of the graph, from which types, checks, docs and fixtures are derived. */
export const STAGES = [
  'vad',
  'digits',
  'transcribe',
  'endpointing',
  'interruption',
  'llmTurn',
  'functions',
  'speak',
  'pace',
] as const;

export type StageName = (typeof STAGES)[number];

/** The input and output of each stage. */
export interface StageOperators {
  readonly vad: OperatorFunction<AudioFrame, VadEvent>;
  /** Turns telephone keys into texts of the user. */
  readonly digits: OperatorFunction<Digit, string>;
  readonly transcribe: OperatorFunction<VadEvent, Transcript | Settlement>;
  /**
   * Emits when the user seems to have finished. The emitted values are ignored: the words are those of the transcript.
   */
  readonly endpointing: OperatorFunction<VadEvent, unknown>;
  readonly interruption: OperatorFunction<VadEvent, Interruption>;
  readonly llmTurn: OperatorFunction<UserTurn, TurnEvent>;
  readonly functions: OperatorFunction<TurnEvent, FunctionEvent>;
  readonly speak: OperatorFunction<TurnEvent, SpeechEvent>;
  readonly pace: OperatorFunction<SpeechEvent, PlayoutCommand>;
}

/** Factories that create the operator of each stage, once per graph. */
export type StageFactories = {
  readonly [Stage in StageName]: (context: StageContext) => StageOperators[Stage];
};

/**
 * A function that wraps or replaces a stage: `standard()` creates the standard operator.
 *
 * @example
 * ```ts
 * import type { Stage } from 'antiphon';
 * import { delay, pipe } from 'rxjs';
 *
 * export const patient: Stage<'endpointing'> = ({ scheduler }, standard) => pipe(standard(), delay(200, scheduler));
 * ```
 */
export type Stage<Name extends StageName> = (
  context: StageContext,
  standard: () => StageOperators[Name],
) => StageOperators[Name];

/** Stages to wrap or replace. */
export type Stages = { readonly [Name in StageName]?: Stage<Name> | undefined };
