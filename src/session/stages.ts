import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../core/audio.ts';
import type { Digit } from '../core/digit.ts';
import type { AntiphonError } from '../core/errors.ts';
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
  FunctionResults,
  RoundProgress,
  SpeechEvent,
  SpeechProgress,
  TurnEvent,
} from '../core/turn.ts';
import type { Taps } from './edges.ts';
import type { Collected, FunctionEvent } from './functions/executeRound.ts';
import type { HistoryEntry } from './history.ts';
import type { PartSession } from './partSession.ts';
import type { Quiet } from './states/quiet.ts';

/** The signals of the floor to the stages. They bypass the splices. */
export interface FloorSignals {
  /** `true` while audio, calls and further rounds may begin. Emits the current value on subscribing. */
  readonly open: Observable<boolean>;
  /** `true` while the agent can be heard. Emits the current value on subscribing. */
  readonly agentAudible: Observable<boolean>;
  /** Replies that are cut, with the reason. */
  readonly replyEnded: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** Replies whose calls are aborted. */
  readonly callsCut: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** Utterances that are cut. */
  readonly cut: Observable<{ readonly turn: number; readonly utterance: string }>;
  /** Replies that are resumed, with the number of their characters that were heard. */
  readonly resume: Observable<{ readonly turn: number; readonly heardChars: number }>;
  /** Rounds whose calls were announced to the handlers: they start. */
  readonly collected: Observable<Collected>;
  /** Settles all running calls with this result. */
  readonly settleCalls: Observable<string>;
  /** Results that are in the history: a further round may be requested. */
  readonly executed: Observable<FunctionResults>;
  /** Turns that may be committed as they are, whose answers are asked for ahead; null: the last one is none. */
  readonly drafts: Observable<UserTurn | null>;
  /** Replies for which the function `filler` is asked. */
  readonly fillerAsked: Observable<{ readonly turn: number }>;
  /** Whether anything goes on. Emits the current value on subscribing. */
  readonly quiet: Observable<Quiet>;
}

/** The inputs of a stage beside its main input. */
export interface StageContext {
  readonly edges: Taps;
  /** The settlements of segments. They bypass the splices. */
  readonly settled: Observable<Settlement>;
  readonly floor: FloorSignals;
  /** The history so far. Emits the current value on subscribing. */
  readonly history: Observable<readonly HistoryEntry[]>;
  /** `true` while the client is connected. Emits the current value on subscribing. */
  readonly connected: Observable<boolean>;
  readonly muted: Observable<boolean>;
  /** Segments that the endpointing stage has asked to end. */
  readonly segmentEnds: Observable<number>;
  /** What the recogniser finds about the user's turn, if it is asked for that. It bypasses the splices. */
  readonly recogniserTurns: Observable<RecogniserTurn>;
  /** The session that the stage belongs to, or the one that was passed to `wire`. */
  readonly session: PartSession;
  readonly scheduler: SchedulerLike;
  /** For work that may be up to 11 ms late: in real time it runs on ticks that all sessions share, otherwise as `scheduler`. */
  readonly ticks: SchedulerLike;
  report(error: AntiphonError): void;
  /** Asks the VAD to end the open segment in its pause, so that the recogniser gives its final: the user has finished. */
  endSegment(segment: number): void;
  /** Gives an early sign about the end of the user's turn, of a turn model or a recogniser: the answer may be asked for ahead. */
  eagerEnd(event: EagerEnd): void;
  /** Passes on what the recogniser finds about the user's turn. */
  foundTurn(turn: RecogniserTurn): void;
  /** The text of the answers that are asked for ahead. */
  readonly draftText: Observable<DraftText>;
  /** Adds to the text of an answer that is asked for ahead. */
  addDraftText(event: DraftText): void;
  /** Reports the progress of a round or of speech, and the providers of a port that stands for several, to the metrics. */
  progress(event: RoundProgress | SpeechProgress | ProviderProgress): void;
}

/** The stages of the graph. Types, checks, docs and fixtures are made from this list. */
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
  /** Turns keys of a telephone into texts of the user. */
  readonly digits: OperatorFunction<Digit, string>;
  readonly transcribe: OperatorFunction<VadEvent, Transcript | Settlement>;
  /** Emits when the user seems to have finished. A session reads no value of it: the words are those of the transcript. */
  readonly endpointing: OperatorFunction<VadEvent, unknown>;
  readonly interruption: OperatorFunction<VadEvent, Interruption>;
  readonly llmTurn: OperatorFunction<UserTurn, TurnEvent>;
  readonly functions: OperatorFunction<TurnEvent, FunctionEvent>;
  readonly speak: OperatorFunction<TurnEvent, SpeechEvent>;
  readonly pace: OperatorFunction<SpeechEvent, PlayoutCommand>;
}

/** Creates the operator of each stage, once per graph. */
export type StageFactories = {
  readonly [Stage in StageName]: (context: StageContext) => StageOperators[Stage];
};

/**
 * Wraps or replaces a stage: `standard()` creates the standard operator.
 *
 * @example
 * const patient: Stage<'endpointing'> = (_context, standard) => pipe(standard(), delay(200));
 */
export type Stage<Name extends StageName> = (
  context: StageContext,
  standard: () => StageOperators[Name],
) => StageOperators[Name];

/** Wraps or replaces stages. */
export type Stages = { readonly [Name in StageName]?: Stage<Name> | undefined };
