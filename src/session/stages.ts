import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../core/audio.ts';
import type { AntiphonError } from '../core/errors.ts';
import type { PlayoutCommand } from '../core/playout.ts';
import type { Interruption, Settlement, Transcript, UserTurn, VadEvent } from '../core/speech.ts';
import type { EndReason, FunctionResults, RoundProgress, SpeechEvent, TurnEvent } from '../core/turn.ts';
import { mapNames } from '../core/names.ts';
import type { Taps } from './edges.ts';
import type { FunctionEvent } from './functions.ts';
import type { HistoryEntry } from './history.ts';

/** What the floor tells the stages; none of it passes through a splice. */
export interface FloorSignals {
  /** Whether anything may begin: audio, calls, a further round. Its current value comes on subscribing. */
  readonly open: Observable<boolean>;
  /** Whether the agent can be heard. Its current value comes on subscribing. */
  readonly agentAudible: Observable<boolean>;
  /** Replies that are cut, with the reason. */
  readonly replyEnded: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** Replies whose calls are aborted. */
  readonly callsCut: Observable<{ readonly turn: number; readonly reason: EndReason }>;
  /** Utterances that are cut. */
  readonly cut: Observable<{ readonly turn: number; readonly utterance: string }>;
  readonly resume: Observable<{ readonly turn: number; readonly from: number }>;
  /** All calls that still run get this result now. */
  readonly settleCalls: Observable<string>;
  /** Results that are in the history: a further round may be asked for. */
  readonly executed: Observable<FunctionResults>;
}

/** What a stage may read beside its main input. */
export interface StageContext {
  readonly edges: Taps;
  /** When it is known what becomes of a segment's words; beside the splices. */
  readonly settled: Observable<Settlement>;
  readonly floor: FloorSignals;
  /** The history so far; its current value comes on subscribing. */
  readonly history: Observable<readonly HistoryEntry[]>;
  /** Whether the client is there. Its current value comes on subscribing. */
  readonly connected: Observable<boolean>;
  readonly muted: Observable<boolean>;
  readonly scheduler: SchedulerLike;
  report(error: AntiphonError): void;
  /** Tells the metrics how a round of a reply gets on. */
  progress(event: RoundProgress): void;
}

/** The stages of the graph. Types, checks, docs and fixtures are made from this list. */
export const STAGES = [
  'vad',
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
  readonly transcribe: OperatorFunction<VadEvent, Transcript | Settlement>;
  /** Emits when the user seems to have finished. A session reads no value of it: the words are those of the transcript. */
  readonly endpointing: OperatorFunction<VadEvent, unknown>;
  readonly interruption: OperatorFunction<VadEvent, Interruption>;
  readonly llmTurn: OperatorFunction<UserTurn, TurnEvent>;
  readonly functions: OperatorFunction<TurnEvent, FunctionEvent>;
  readonly speak: OperatorFunction<TurnEvent, SpeechEvent>;
  readonly pace: OperatorFunction<SpeechEvent, PlayoutCommand>;
}

/** Makes the operator of each stage, once, when the graph is wired. */
export type StageFactories = {
  readonly [Stage in StageName]: (context: StageContext) => StageOperators[Stage];
};

/** Wraps or replaces a stage: `standard()` makes the operator that would stand here otherwise. */
export type Stages = {
  readonly [Stage in StageName]?:
    | ((context: StageContext, standard: () => StageOperators[Stage]) => StageOperators[Stage])
    | undefined;
};

/** Wraps or replaces stages of `standard` by those of `own`. */
export function withStages(standard: StageFactories, own: Stages): StageFactories {
  const stage =
    <Name extends StageName>(name: Name) =>
    (context: StageContext): StageOperators[Name] =>
      own[name]?.(context, () => standard[name](context)) ?? standard[name](context);
  return mapNames(STAGES, stage) as StageFactories;
}
