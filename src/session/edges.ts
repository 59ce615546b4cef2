import type { Observable } from 'rxjs';
import type { AudioFrame } from '../core/audio.ts';
import type { Digit } from '../core/digit.ts';
import type { Metric } from '../core/metric.ts';
import type { PlayoutEvent } from '../core/playout.ts';
import type { Interruption, Transcript, UserTurn, VadEvent } from '../core/speech.ts';
import type { FunctionCalls, FunctionResults, SpeechEvent, TurnEvent } from '../core/turn.ts';

/** The edges of the graph, from which types, checks, subjects, docs and fixtures are derived. */
export const EDGES = [
  'audioIn',
  'textIn',
  'dtmf',
  'activity',
  'transcript',
  'interruption',
  'userTurn',
  'reply',
  'functionCalls',
  'functionResults',
  'speech',
  'playout',
  'metrics',
] as const;

export type EdgeName = (typeof EDGES)[number];

/** The values of each edge. */
export interface Edges {
  /** The user's audio at the transport's rate. */
  readonly audioIn: AudioFrame;
  /** Text that the user typed, or entered with telephone keys. */
  readonly textIn: string;
  /** A telephone key that the user pressed. */
  readonly dtmf: Digit;
  readonly activity: VadEvent;
  readonly transcript: Transcript;
  /** The user's requests to interrupt. A request that a splice drops does not interrupt. */
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
export type Taps = { readonly [Edge in EdgeName]: Observable<Edges[Edge]> };
