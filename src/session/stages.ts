import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../core/audio.ts';
import type { AntiphonError } from '../core/errors.ts';
import type { Metric } from '../core/metric.ts';
import type { PlayoutCommand, PlayoutEvent } from '../core/playout.ts';
import type { Interruption, Settlement, Transcript, UserTurn, VadEvent } from '../core/speech.ts';
import type { EndReason, FunctionCalls, FunctionResults, RoundProgress, SpeechEvent, TurnEvent } from '../core/turn.ts';
import type { FunctionEvent } from './functions.ts';
import type { HistoryEntry } from './history.ts';

/** What flows along each named edge of the graph: the one list that splices, taps, docs and test fixtures share. */
export interface Edges {
  /** The user's audio at the transport's rate. */
  readonly audioIn: AudioFrame;
  /** What the user typed. */
  readonly textIn: string;
  readonly activity: VadEvent;
  readonly transcript: Transcript;
  /** The user asks for the floor; what a splice drops here does not interrupt. */
  readonly interruption: Interruption;
  /** A committed turn, before it becomes a message. */
  readonly userTurn: UserTurn;
  readonly reply: TurnEvent;
  readonly functionCalls: FunctionCalls;
  readonly functionResults: FunctionResults;
  readonly speech: SpeechEvent;
  readonly playout: PlayoutEvent;
  readonly metrics: Metric;
}

/** Read-only views of the edges. */
export type Taps = { readonly [Edge in keyof Edges]: Observable<Edges[Edge]> };

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

/** What each stage turns into what. */
export interface StageOperators {
  readonly vad: OperatorFunction<AudioFrame, VadEvent>;
  readonly transcribe: OperatorFunction<VadEvent, Transcript | Settlement>;
  /** When the user seems to have finished. In a session its emissions say when; the words are those that were heard. */
  readonly endpointing: OperatorFunction<VadEvent, UserTurn>;
  readonly interruption: OperatorFunction<VadEvent, Interruption>;
  readonly llmTurn: OperatorFunction<UserTurn, TurnEvent>;
  readonly functions: OperatorFunction<TurnEvent, FunctionEvent>;
  readonly speak: OperatorFunction<TurnEvent, SpeechEvent>;
  readonly pace: OperatorFunction<SpeechEvent, PlayoutCommand>;
}

/** Makes the operator of each stage, once, when the graph is wired. */
export type StageFactories = {
  readonly [Stage in keyof StageOperators]: (context: StageContext) => StageOperators[Stage];
};

/** Wraps or replaces a stage: `standard()` makes the operator that would stand here otherwise. */
export type Stages = {
  readonly [Stage in keyof StageOperators]?:
    | ((context: StageContext, standard: () => StageOperators[Stage]) => StageOperators[Stage])
    | undefined;
};

/** The standard stages, with those that a developer wraps or replaces. */
export function withStages(standard: StageFactories, own: Stages): StageFactories {
  const stage =
    <Name extends keyof StageOperators>(name: Name) =>
    (context: StageContext): StageOperators[Name] =>
      own[name]?.(context, () => standard[name](context)) ?? standard[name](context);
  return {
    vad: stage('vad'),
    transcribe: stage('transcribe'),
    endpointing: stage('endpointing'),
    interruption: stage('interruption'),
    llmTurn: stage('llmTurn'),
    functions: stage('functions'),
    speak: stage('speak'),
    pace: stage('pace'),
  };
}
